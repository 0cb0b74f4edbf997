import * as Type from 'typebox'
import { readsAs } from '../../../schemas/reads-as.ts'
import { callApi } from '../../data/api/api.ts'

const Link = Type.Object({ url: Type.String() })
const isLink = (value: unknown): value is { url: string } => readsAs(Link, value)

/** Goes to the quote's public page, on which its customer signs: it shows nothing of the app. It needs the network. */
export async function openPublicLink(id: string): Promise<void> {
  const { url } = await callApi(`/devis/${encodeURIComponent(id)}/public_link`, isLink, { method: 'POST' })
  window.location.assign(url)
}
