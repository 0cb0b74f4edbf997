import * as Type from 'typebox'
import { ClientMerge, type MergeOrder, MergePreview } from '../../../schemas/client-merge.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { type Call, callApi } from '../../data/api/api.ts'

const isMerge = shapeOf(ClientMerge)
const areMerges = shapeOf(Type.Array(ClientMerge))
const isPreview = shapeOf(MergePreview)

/** A refusal is shown by the screen and does not end the session. */
const OWN: Call = { ownRefusal: true, silent: true }
const of = (client: string): string => `/clients/${encodeURIComponent(client)}/fusions`

export const readMerges = (client: string, signal: AbortSignal): Promise<ClientMerge[]> =>
  callApi(of(client), areMerges, { ...OWN, signal })

export const readMergePreview = (client: string, other: string, signal: AbortSignal): Promise<MergePreview> =>
  callApi(`${of(client)}/apercu`, isPreview, { ...OWN, method: 'POST', body: { IDCLIENT: other }, signal })

/** @param key the same for each try of one order: it is never done twice */
export const mergeClients = (client: string, body: MergeOrder, key: string): Promise<ClientMerge> =>
  callApi(of(client), isMerge, { ...OWN, method: 'POST', body, idempotencyKey: key })

export const undoMerge = (id: string, key: string): Promise<ClientMerge> =>
  callApi(`/fusions/${encodeURIComponent(id)}/annuler`, isMerge, {
    ...OWN,
    method: 'POST',
    body: {},
    idempotencyKey: key,
  })
