/// <reference lib="webworker" />
import { loadCommunes } from './load-communes.ts'
import type { TownsAnswer } from './towns-protocol.ts'

/** Answers a postcode with its towns, the most populated first: reading the communes of France would stop the screen. */
addEventListener('message', async ({ data: postcode }: MessageEvent<string>) => {
  const communes = await loadCommunes().catch(() => null)
  // Without the communes the town is typed, as without this help.
  const towns = communes?.byPostcode.get(postcode)?.map(({ name }) => name) ?? []
  postMessage({ postcode, towns } satisfies TownsAnswer)
})
