/** The heads of the chains as of one moment, each line keyed (server/evidence/heads.ts). */
export interface HeadsOfDay {
  /** ISO 8601 UTC. */
  at: string
  /** The heads of all companies that have a chain. */
  all: readonly string[]
  /** Those that have changed since they were last stored. */
  changed: readonly string[]
}

/** A place outside of the database that stores the ends of the chains: records that are cut off a chain later are noticed. */
export interface HeadsPort {
  /** French, for the reader of an error. */
  readonly name: string
  keep(heads: HeadsOfDay): Promise<void>
}

/** The place that the server and `npm run verify-evidence` read again. */
export interface HeadsMemory extends HeadsPort {
  /** All lines ever kept, oldest first; empty when there is none. */
  read(): Promise<string>
  /** One more line, on disk when it resolves. */
  add(line: string): Promise<void>
}
