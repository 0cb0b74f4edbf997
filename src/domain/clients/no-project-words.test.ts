import { expect, it } from 'vitest'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { noProjectWords } from './no-project-words.ts'

const names = {
  personnel: (id: string) => (id === 'lea' ? 'Léa Roux' : ''),
  entry: (id: string) => (id === 'a1' ? 'Lyon' : ''),
}
const reader = (id: string, roles: RoleName[], toutesAgences = false) => ({ id, roles, agences: ['a1'], toutesAgences })
const client = { IDPERSONNEL: 'lea', IDAGENCE: 'a1' }

it.each([
  ['its commercial', reader('lea', ['commercial']), client, 'Pas encore de projet'],
  ['a director of all agencies', reader('d', ['commercial_director'], true), client, 'Pas encore de projet'],
  ['another seller', reader('max', ['commercial']), client, 'Aucun projet que vous suivez (Léa Roux, Lyon)'],
  ['an office of some agencies', reader('o', ['assistant']), client, 'Aucun projet que vous suivez (Léa Roux, Lyon)'],
  [
    'a seller with all agencies',
    reader('max', ['commercial'], true),
    client,
    'Aucun projet que vous suivez (Léa Roux, Lyon)',
  ],
  ['a technician', reader('t', ['technician']), { IDPERSONNEL: null, IDAGENCE: null }, 'Aucun projet que vous suivez'],
] as const)('[AUT-10] a client without a project in sight, for %s', (_who, staff, of, words) => {
  expect(noProjectWords(of, { staff, names })).toBe(words)
})
