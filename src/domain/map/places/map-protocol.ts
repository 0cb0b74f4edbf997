import type { Place } from '../../../../schemas/communes/find-communes.ts'
import type { Box, Position } from '../../../../schemas/rules/distance.ts'
import type { AddressRow, ClientPlace, ClientRow, Filter, Found, Mark, Me } from './client-places.ts'

/** Where the worker reads the rows that are already on the device. */
export interface Stores {
  adresse: string
  client: string
}

/** Written or deleted since the worker began to read. */
export interface Change {
  adresses: (AddressRow | { id: string; gone: true })[]
  clients: (ClientRow | { id: string; gone: true })[]
  /** Ids of what was written, which the worker reads by itself. */
  written: Record<keyof Stores, string[]>
}

/** Clients that were found. While the device's rows are read they are a part: a part has no number. */
export interface Answered extends Found {
  isWhole: boolean
  /** Within which distance of a point they are; null in a view of the map. */
  radiusKm: number | null
}

/** Questions to the map's worker, with their answers. */
export interface Questions {
  marks: { ask: { box: Box; zoom: number } & Filter; answer: Mark[] }
  around: { ask: { centre: Position; radiusKm: number } & Filter; answer: Answered }
  within: { ask: { box: Box } & Filter; answer: Answered }
  one: { ask: { id: string }; answer: ClientPlace | null }
  /** Where most of my clients are, else those of my agency, else all. */
  home: { ask: Record<string, never>; answer: Box | null }
  /** Communes that a typed address may be in, without a network (GEO-04). */
  communes: { ask: { text: string }; answer: Place[] }
  /** The commune around a point: the first value of a lead that is made at that place. */
  commune: { ask: { point: Position }; answer: { VILLE: string; CODE_POSTAL: string | null } | null }
}
export type Question = keyof Questions

export type ToMapWorker =
  | { type: 'open'; stores: Stores; me: Me }
  | { type: 'change'; change: Change }
  | { [Q in Question]: { type: 'ask'; id: number; question: Q; ask: Questions[Q]['ask'] } }[Question]

export interface PlacesState {
  /** Rows of the device are still being read: meanwhile an answer holds a part of them. */
  reading: boolean
  clients: number
  /** Clients that have a point. */
  located: number
  /** Grows with each change: then earlier answers are out of date. */
  revision: number
}

export type FromMapWorker =
  | { type: 'state'; state: PlacesState }
  | { type: 'answer'; id: number; answer: unknown }
  | { type: 'failed'; id: number; message: string }
