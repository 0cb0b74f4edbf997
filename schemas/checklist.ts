import * as Type from 'typebox'
import { object } from './objects.ts'

/** What a new company sets up, in the order in which screens show it (SET-02). */
export const CHECKLIST = [
  'apparence',
  'papiers',
  'agences',
  'personnel',
  'listes',
  'rapports',
  'tarifs',
  'mail',
  'sms',
  'paiements',
  'import',
] as const
export type ChecklistItem = (typeof CHECKLIST)[number]

/** An item of a company's checklist: done or not, by the company's own data. */
export const ChecklistEntry = object(
  { item: Type.Enum([...CHECKLIST]), done: Type.Boolean() },
  { additionalProperties: false },
)
export type ChecklistEntry = Type.Static<typeof ChecklistEntry>
