import communesUrl from '../../../../schemas/communes/communes.txt.gz?url'
import { type Gazetteer, parseCommunes } from '../../../../schemas/communes/gazetteer.ts'

let gazetteer: Promise<Gazetteer> | undefined

/** The communes of France, which come with the app; unpacked at the first use, in a worker. A failure is tried again at the next use. */
export function loadCommunes(): Promise<Gazetteer> {
  gazetteer ??= fetch(communesUrl)
    .then(async ({ body }) => {
      if (!body) throw new Error('No communes')
      return parseCommunes(await new Response(body.pipeThrough(new DecompressionStream('gzip'))).text())
    })
    .catch((error: unknown) => {
      gazetteer = undefined
      throw error
    })
  return gazetteer
}
