import { describe, expect, it } from 'vitest'
import { keptFiles, missingFor, type NeededItem, type ReadyInput } from './ready.ts'

const NOW = Date.parse('2026-11-20T18:00:00.000Z')
type State = ReadyInput['states'][number]
const state = (resource: State['resource'], more: Partial<State> = {}): State => ({
  resource,
  completeAt: '2026-11-20T17:59:00.000Z',
  epoch: 'e1',
  seq: 100,
  ...more,
})
const has = (id: string | null = 'x') => ({ id, has: id !== null })
const none = has(null)
const absent = { id: 'x', has: false }
const item = (values: Partial<NeededItem> = {}): NeededItem => ({
  item: 'rdv',
  start: '2026-11-21 09:00',
  projet: has(),
  client: has(),
  adresse: has(),
  devis: none,
  ...values,
})
const missing = (input: Partial<ReadyInput> = {}) =>
  missingFor({
    states: [state('client'), state('rdv'), state('devis')],
    marks: [{ epoch: 'e1', seq: 100 }],
    items: [item()],
    files: [],
    held: new Set(),
    room: 1000,
    maps: [],
    now: NOW,
    ...input,
  })

describe('ready for the next days', () => {
  it('[READY-1] is ready when every collection is complete and as recent as the records of these days, with all their references', () => {
    expect(missing()).toEqual([])
    expect(missing({ items: [], marks: [] })).toEqual([])
    expect(missing({ items: [item({ projet: none, client: none, adresse: none })] })).toEqual([])
  })

  it('[READY-1] a collection that was never complete is named, and nothing else is reported', () => {
    const states = [state('client'), state('rdv', { seq: 1 }), state('devis', { completeAt: null, epoch: '', seq: 0 })]
    expect(missing({ states, items: [item({ client: absent })] })).toEqual([
      { kind: 'collections', resources: ['devis'] },
    ])
    expect(missing({ states: [] })).toHaveLength(1)
  })

  it('[READY-1] a collection that was not read up to the latest change of these days may lack records of that change', () => {
    const marks = [
      { epoch: 'e1', seq: 99 },
      { epoch: 'e1', seq: 101 },
    ]
    const states = [state('client', { seq: 101 }), state('rdv', { seq: 105 }), state('devis')]
    expect(missing({ states, marks })).toEqual([{ kind: 'behind', resources: ['devis'] }])
    expect(missing({ states: states.map((one) => ({ ...one, seq: 101 })), marks })).toEqual([])
  })

  it('[READY-1] collections of two epochs of the server are not of one moment', () => {
    const states = [state('client', { epoch: 'e2' }), state('rdv', { epoch: 'e2', seq: 1 }), state('devis')]
    expect(missing({ states })).toEqual([{ kind: 'behind', resources: ['devis'] }])
  })

  it('[READY-1] the first missing part is named with the day and hour of its item, a quote of an intervention too', () => {
    const works = item({ item: 'intervention', start: '2026-11-24 08:00', devis: absent })
    expect(missing({ items: [item({ client: absent, adresse: absent }), item(), works] })).toEqual([
      { kind: 'record', item: 'rdv', start: '2026-11-21 09:00', what: 'client' },
      { kind: 'record', item: 'intervention', start: '2026-11-24 08:00', what: 'devis' },
    ])
  })

  it('[READY-2] files whose bytes are not here are counted, each content once', () => {
    const files = [
      { sha256: 'a', size: 300 },
      { sha256: 'b', size: 200 },
      { sha256: 'b', size: 200 },
      { sha256: 'c', size: 100 },
    ]
    expect(missing({ files, held: new Set(['a']) })).toEqual([{ kind: 'files', count: 2, size: 300 }])
    expect(missing({ files, held: new Set(['a', 'b', 'c']) })).toEqual([])
  })

  it('[READY-2] files without room are counted apart, the oldest; they are not missing when their bytes are here', () => {
    const files = ['a', 'b', 'c'].map((sha256) => ({ sha256, size: 400 }))
    expect(keptFiles(files, 1000).map((file) => file.sha256)).toEqual(['a', 'b'])
    expect(missing({ files })).toEqual([
      { kind: 'files', count: 2, size: 800 },
      { kind: 'room', count: 1, size: 400 },
    ])
    expect(missing({ files, held: new Set(['a', 'b']) })).toEqual([{ kind: 'room', count: 1, size: 400 }])
    expect(missing({ files, held: new Set(['a', 'b', 'c']) })).toEqual([])
  })

  it('[READY-2] an offered map that is not here is missing', () => {
    const maps = [{ name: '44 Loire-Atlantique', size: 5 }]
    expect(missing({ maps })).toEqual([{ kind: 'map', name: '44 Loire-Atlantique', size: 5 }])
  })

  it('[READY-1] collections that were complete more than a day ago are not ready', () => {
    const states = [state('rdv'), state('client', { completeAt: '2026-11-19T17:00:00.000Z' })]
    expect(missing({ states })).toEqual([{ kind: 'stale' }])
  })
})
