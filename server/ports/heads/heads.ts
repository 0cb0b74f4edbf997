/** The heads of the chains as of one moment, each line keyed (server/evidence/heads.ts). */
export interface HeadsOfDay {
  /** ISO 8601 UTC. */
  at: string
  /** Of every company that has a chain. */
  all: readonly string[]
  /** Those that have changed since they were last remembered. */
  changed: readonly string[]
}

/** A place outside of the database that keeps how far the chains had come: what is cut off a chain afterwards is missed. */
export interface HeadsPort {
  /** French, for whoever reads that it failed. */
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
