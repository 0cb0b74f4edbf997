/** One HTTP call. */
export interface Call {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: Buffer
}

export type Job =
  | { do: 'load'; calls: readonly Call[] }
  | { do: 'send'; port: number; atOnce: number }
  | { do: 'watch'; port: number; call: Call }
  | { do: 'stop' }

export type Report = { ready: true } | { statuses: number[] } | { longest: number }
