/// <reference lib="webworker" />
import { findCommunes } from '../../../../schemas/communes/find-communes.ts'
import { nearestCommune } from '../../../../schemas/communes/gazetteer.ts'
import { storedRows, storedRowsOf } from '../../../../sync/store/stored-rows.ts'
import { type ClientPlaces, clientPlaces, type Found } from './client-places.ts'
import { loadCommunes } from './load-communes.ts'
import type { Answered, Change, FromMapWorker, Question, Questions, Stores, ToMapWorker } from './map-protocol.ts'
import { addressRow, clientRow } from './map-rows.ts'

/**
 * The map's worker: holds the points of all clients of the device, so that 100,000 of them never stop the screen (GEO-02), and the
 * communes of France, for addresses without a network (GEO-04). It only reads.
 */

const tell = (message: FromMapWorker): void => postMessage(message)

let places: ClientPlaces | undefined
let from: Stores | undefined
let reading = true
let revision = 0
/** Ids that changed while the device's rows are being read: rows that were read before must not overwrite them. */
const changed = new Set<string>()

let told = 0
const TELL_MS = 250
/** While the device's rows are read each answer is partial, so the screen is notified less often. */
const TELL_READING_MS = 1500
let telling: ReturnType<typeof setTimeout> | undefined

/** At most so often: each message makes the screen ask again. */
function tellState(): void {
  if (telling !== undefined) return
  telling = setTimeout(
    () => {
      telling = undefined
      told = Date.now()
      revision += 1
      if (places) tell({ type: 'state', state: { reading, revision, ...places.count() } })
    },
    Math.max(0, told + (reading ? TELL_READING_MS : TELL_MS) - Date.now()),
  )
}

async function read(all: ClientPlaces, stores: Stores): Promise<void> {
  const isOld = (row: { id: string }): boolean => !changed.has(row.id)
  for await (const rows of storedRows(stores.adresse)) all.putAddresses(rows.map(addressRow).filter(isOld))
  for await (const rows of storedRows(stores.client)) {
    all.putClients(rows.map(clientRow).filter(isOld))
    tellState()
  }
  reading = false
  changed.clear()
  tellState()
}

/** One change after the other: what is read for one must not overwrite the next. */
let applied: Promise<void> = Promise.resolve()

/** A change with the rows of the ids that were told without them. */
async function whole({ adresses, clients, written }: Change, stores: Stores): Promise<Change> {
  const [places, people] = await Promise.all([
    storedRowsOf(stores.adresse, written.adresse),
    storedRowsOf(stores.client, written.client),
  ])
  // Where they cannot be read, nothing is known of them: least of all that they are gone.
  if (places === null || people === null) return { adresses, clients, written: { adresse: [], client: [] } }
  const found = { adresse: places.map(addressRow), client: people.map(clientRow) }
  const goneOf = (resource: keyof Stores) => {
    const here = new Set(found[resource].map(({ id }) => id))
    return written[resource].filter((id) => !here.has(id)).map((id) => ({ id, gone: true as const }))
  }
  return {
    // What was read is the newest.
    adresses: [...adresses, ...found.adresse, ...goneOf('adresse')],
    clients: [...clients, ...found.client, ...goneOf('client')],
    written: { adresse: [], client: [] },
  }
}

function apply(all: ClientPlaces, { adresses, clients }: Change): void {
  for (const row of [...adresses, ...clients]) if (reading) changed.add(row.id)
  for (const row of adresses) {
    if ('gone' in row) all.drop('adresse', row.id)
    else all.putAddresses([row])
  }
  for (const row of clients) {
    if ('gone' in row) all.drop('client', row.id)
    else all.putClients([row])
  }
  tellState()
}

type Answers = {
  [Q in Question]: (ask: Questions[Q]['ask']) => Questions[Q]['answer'] | Promise<Questions[Q]['answer']>
}

const answered = (found: Found | undefined, radiusKm: number | null): Answered => ({
  ...(found ?? { total: 0, places: [] }),
  isWhole: !reading,
  radiusKm,
})

const answers: Answers = {
  marks: (view) => places?.marks(view) ?? [],
  around: (asked) => answered(places?.around(asked), asked.radiusKm),
  within: (asked) => answered(places?.within(asked), null),
  one: ({ id }) => places?.one(id) ?? null,
  // A part of the clients would open the map on a part of them.
  home: () => (reading ? null : (places?.home() ?? null)),
  communes: async ({ text }) => findCommunes(await loadCommunes(), text),
  commune: async ({ point }) => {
    const commune = nearestCommune(await loadCommunes(), point)
    return commune ? { VILLE: commune.name, CODE_POSTAL: commune.postcodes[0] ?? null } : null
  },
}

async function answer({ id, question, ask }: Extract<ToMapWorker, { type: 'ask' }>): Promise<void> {
  try {
    tell({ type: 'answer', id, answer: await answers[question](ask as never) })
  } catch (error) {
    tell({ type: 'failed', id, message: String(error) })
  }
}

addEventListener('message', ({ data }: MessageEvent<ToMapWorker>) => {
  if (data.type === 'ask') void answer(data)
  else if (data.type === 'change') {
    const { change } = data
    applied = applied.then(async () => {
      const now = from && (await whole(change, from).catch(() => change))
      if (places && now) apply(places, now)
    })
  } else if (data.type === 'open') {
    places = clientPlaces(data.me)
    from = data.stores
    // Without a readable store the map shows only later changes; the lists of the app do not depend on it.
    void read(places, data.stores).catch(() => {
      reading = false
      tellState()
    })
  }
})
