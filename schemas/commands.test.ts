import { describe, expect, it } from 'vitest'
import { may, type Staff, whoMay } from './access.ts'
import { COMMAND_NAMES, type CommandName, commandCall, commandOf, commandsOf } from './commands.ts'
import { ROLE_NAMES, type RoleName } from './entities/personnel.ts'
import { ACTIONS } from './protocol.ts'
import { entityOf, type ResourceName, resources, SYNCED } from './resources.ts'

/** Every command, written a second time: its resource, who may (c commercial, d commercial_director, m metreur, t technician, a assistant), its calls. */
const EXPECTED: Record<CommandName, { of: ResourceName; who: string; calls: [patch: object, call: string][] }> = {
  debrief: { of: 'rdv', who: 'cdm', calls: [[{}, 'PUT /rdvs/debrief/a%2Fb']] },
  notify: { of: 'rdv', who: 'acdm', calls: [[{}, 'POST /rdvs/a%2Fb/notify']] },
  cancel: { of: 'projet', who: 'acd', calls: [[{}, 'POST /projets/a%2Fb/cancel']] },
  feedback: {
    of: 'intervention',
    who: 'acdmt',
    calls: [
      [{ FEEDBACK: 'bon' }, 'POST /intervention_feedback/good/a%2Fb'],
      [{ FEEDBACK: 'mauvais' }, 'POST /intervention_feedback/bad/a%2Fb'],
      [{}, 'POST /intervention_feedback/good/a%2Fb'],
    ],
  },
  transmit: { of: 'devis', who: 'acd', calls: [[{}, 'POST /devis/a%2Fb/transmit']] },
  cancelPayment: { of: 'paiement', who: 'acd', calls: [[{}, 'POST /paiements/a%2Fb/cancel']] },
  take: { of: 'demande', who: 'acd', calls: [[{}, 'POST /demandes/a%2Fb/take']] },
  answer: { of: 'demande', who: 'acd', calls: [[{}, 'POST /demandes/a%2Fb/answer']] },
  convert: { of: 'demande', who: 'acd', calls: [[{}, 'POST /demandes/a%2Fb/convert']] },
  relance: { of: 'devis', who: 'acd', calls: [[{}, 'POST /devis/a%2Fb/relance']] },
}
const LETTERS: Record<string, RoleName> = {
  a: 'assistant',
  c: 'commercial',
  d: 'commercial_director',
  m: 'metreur',
  t: 'technician',
}

describe.each(COMMAND_NAMES)('%s', (name) => {
  const { of, who, calls } = EXPECTED[name]

  it('[PUSH-2] has its own method and path, with the id escaped', () => {
    const made = calls.map(([patch]) => commandCall(name, 'a/b', { ...patch }))
    expect(made.map(({ method, path }) => `${method} ${path}`)).toEqual(calls.map(([, call]) => call))
  })

  it('[AUT-10] is for these roles, on this resource', () => {
    const as = (...roles: RoleName[]): Staff => ({ id: 'me', roles, agences: [], toutesAgences: false })
    for (const resource of Object.keys(resources) as ResourceName[]) {
      const expected = resource === of ? [...who].map((letter) => LETTERS[letter]) : []
      expect([resource, ROLE_NAMES.filter((role) => may(as(role), name, resource)).sort()]).toEqual([
        resource,
        expected,
      ])
      expect(may(as(), name, resource)).toBe(false)
      expect(whoMay(name, resource) === undefined).toBe(resource !== of)
    }
  })

  it('gives fields of its record', () => {
    const { fields, needed } = commandOf(name)
    expect(fields.filter((field) => entityOf(of).fields[field] === undefined)).toEqual([])
    expect(needed === undefined || fields.includes(needed)).toBe(true)
  })
})

it('every command belongs to one resource, and no two share a path', () => {
  expect(SYNCED.flatMap(commandsOf).toSorted()).toEqual(COMMAND_NAMES.toSorted())
  const paths = COMMAND_NAMES.flatMap((name) => commandOf(name).routes.map(({ path }) => path))
  expect(new Set(paths).size).toBe(paths.length)
  expect(ACTIONS).toEqual(['create', 'update', 'delete', ...COMMAND_NAMES])
})

it('actions on fields are no commands', () => {
  for (const other of ['create', 'update', 'delete', 'toString', 'read']) expect(commandOf(other)).toBeUndefined()
})
