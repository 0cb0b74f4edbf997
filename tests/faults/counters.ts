import { ACTS, type ActKind } from './acts.ts'

/** Faults that the runs must meet. Each one is counted where it happened, not where it was requested. */
export const FAULTS = {
  'drop-before': 'the connection ends before the server has seen the request',
  'drop-after': 'the server has committed; the connection ends before the phone knows',
  duplicate: 'the server gets one request twice at the same time',
  reorder: 'a request is overtaken by a later one',
  slow: 'a request arrives after its sender has given up',
  'cut-page': 'a page of the pull breaks in the middle',
  'captive-portal': 'a hotel portal answers 200 instead of the server',
  'proxy-forbidden': 'a proxy answers 403 instead of the server',
  'server-error': 'something between phone and server answers 500',
  'cut-stream': 'the stream of hints breaks inside a line',
  gone: 'the server no longer knows the checkpoint: 410, resync with pending writes',
  'killed-in-write': 'a tab is killed between two steps of a local write',
  'killed-in-push': 'a tab is killed between two steps of a push',
  'killed-in-pull': 'a tab is killed between two steps of a pull',
  'frozen-leader': 'a second tab leads while the first one is frozen in its work, then the first one thaws',
  clock: 'a write is made on a phone whose clock is a day off',
  quota: 'the phone is full in the middle of a write',
  wiped: 'the browser has thrown the local data away',
  'wiped-unsent': 'unsent writes went with it, and are counted',
  expired: 'the session has ended while writes were pending',
  revoked: 'rights are taken away while writes were pending',
  purged: 'a record leaves a phone that may no longer see it',
  merged: 'two records of one client are made one while people work on both',
  reassigned: 'a project or an appointment is given to somebody else',
  'other-account': 'somebody else logs in in the middle of a push',
  'other-company': 'another company is entered in the middle of a push',
  impersonated: 'an impersonation begins in the middle of a push',
  form: 'a form is saved that was opened before other things happened',
  corrected: 'a refused write is sent again by its author',
  undone: 'a pending deletion is cancelled',
  resolved: 'a person resolves a conflict',
  'two-tabs': 'two tabs of a phone write at the same time',
  told: 'the replication runs over a line without a server, and the pill is read',
  poisoned: 'the server fails over one write each time, and accepts the others',
  photo: 'a picture waits on a phone while the pill is read',
  green: 'the pill says « À jour » after a step, and all is up to date',
  'not-green': 'the pill does not say « À jour » after a step, and it would be false',
  'no-role': 'all roles of a person are taken away',
  unopenable: 'the storage of a phone does not open for a while',
  updated: 'the app of a phone becomes a later release while writes wait',
  'rolled-back': 'the app of a phone becomes a former release while writes wait',
  'killed-in-update': 'a later release is killed while it takes over the records of the former one',
  'left-with-writes': 'logout with pending writes; somebody else uses the phone meanwhile',
  refused: 'the server refuses a write, which is kept and shown',
  conflict: 'two people change the same words, the loser is kept in « conflits »',
} as const

export type FaultName = keyof typeof FAULTS

export interface Counters {
  hit: (fault: FaultName) => void
  /** Counts an act that took effect on the server. */
  act: (kind: ActKind) => void
  /** Counts a refusal that the run's history allows. */
  refusal: (what: string) => void
  of: (fault: FaultName) => number
  /** Faults that never happened, and acts that never took effect: one that is always refused proves nothing. */
  missing: () => string[]
  /** One line for each. */
  table: () => string
}

export function createCounters(): Counters {
  const names = Object.keys(FAULTS) as FaultName[]
  const counts = new Map<FaultName, number>()
  const acts = new Map<ActKind, number>()
  const refusals = new Map<string, number>()
  const lines = (counted: readonly [string, number][], width: number): string[] =>
    counted.map(([name, count]) => `  ${name.padEnd(width)} ${String(count).padStart(6)}`)
  const of = (fault: FaultName): number => counts.get(fault) ?? 0
  return {
    hit: (fault) => counts.set(fault, of(fault) + 1),
    act: (kind) => acts.set(kind, (acts.get(kind) ?? 0) + 1),
    refusal: (what) => refusals.set(what, (refusals.get(what) ?? 0) + 1),
    of,
    missing: () => [...names.filter((name) => of(name) === 0), ...ACTS.filter((kind) => !acts.has(kind))],
    table: () =>
      [
        ...names.map((name) => `  ${name.padEnd(18)} ${String(of(name)).padStart(6)}  ${FAULTS[name]}`),
        'Done by people, and in effect:',
        ...lines(
          ACTS.map((kind) => [kind, acts.get(kind) ?? 0]),
          18,
        ),
        'Refused, as the history allows:',
        ...lines([...refusals].sort(), 90),
      ].join('\n'),
  }
}
