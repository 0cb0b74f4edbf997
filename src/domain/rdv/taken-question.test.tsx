// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Planned } from '../../../schemas/rules/occupation.ts'
import { theme } from '../../ui/theme.ts'
import { useTakenQuestion } from './taken-question.tsx'

/** What is on the device: Zoé’s appointment, and a time of Paul’s of which nothing else is known. */
const DAY = '2026-11-26'
const rdv = { IDRDV: 'r1', SUPPRIME: 0, IDPERSONNELS: ['zoe'], RDV_DEBUT: `${DAY} 09:00`, RDV_FIN: `${DAY} 10:00` }
const weeks = [
  {
    SEMAINE: '2026-11-23',
    EMPREINTE: 'e',
    PRIS: [
      { IDPERSONNEL: 'paul', RDV: [[`${DAY} 14:00`, `${DAY} 15:00`]], INTERVENTION: [] },
      { IDPERSONNEL: 'luc', RDV: [], INTERVENTION: [], ABSENCE: [[`${DAY} 00:00`, '2026-11-28 00:00']] },
    ],
  },
]
const meeting = {
  id: 'a1',
  IDPERSONNELS: ['zoe'],
  GENRE: 'reunion',
  OBJET: 'Réunion du lundi',
  DEBUT: '2026-11-16 09:00',
  FIN: '2026-11-16 10:00',
  REPETITION: 'semaine',
  REPETER_JUSQUA: null,
  REPETER_FOIS: null,
  EXCEPTIONS: [{ id: '2026-11-23', DEBUT: `${DAY} 16:00`, FIN: `${DAY} 17:00` }],
}
const fake = vi.hoisted(() => ({ rdvs: [] as unknown[], absences: [] as unknown[] }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => fake.absences }))
vi.mock('../../data/records/ask-list.ts', () => ({ askList: () => Promise.resolve(fake.absences) }))
vi.mock('../../data/session/use-hours.ts', () => ({ useHours: () => null }))
vi.mock('../records/use-between.ts', () => ({
  useBetween: (resource: string, between: unknown) => (between && resource === 'rdv' ? fake.rdvs : []),
  readBetween: (_data: unknown, resource: string) => Promise.resolve(resource === 'rdv' ? fake.rdvs : []),
}))
vi.mock('../../data/records/use-occupation.ts', () => ({ useOccupation: () => ({ at: `${DAY}T07:00:00Z`, weeks }) }))
vi.mock('../../../sync/replicate/occupation.ts', () => ({ readOccupation: () => Promise.resolve({ weeks }) }))
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: () =>
    new Map([
      ['zoe', { NOM_COMPLET: 'Zoé Petit' }],
      ['paul', { NOM_COMPLET: 'Paul Girard' }],
      ['luc', { NOM_COMPLET: 'Luc Roy' }],
    ]),
}))
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => ({ db: {} }) }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => `${DAY} 08:00` }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../personnels/use-staff.ts', () => ({ useStaff: () => ({ id: 'me', roles: ['assistant'] }) }))

const planned: Planned = { people: ['zoe'], start: `${DAY} 09:30`, end: `${DAY} 10:30`, id: null }
let ask: ReturnType<typeof useTakenQuestion>['ask']
function Screen() {
  const taken = useTakenQuestion('save')
  ask = taken.ask
  return taken.question
}

/** The answer of a question, undefined until it is given. */
async function asked(about: Planned): Promise<{ given: unknown }> {
  const answer: { given: unknown } = { given: undefined }
  await act(async () => {
    void ask(about).then((slot) => {
      answer.given = slot
    })
    await new Promise((done) => setTimeout(done))
  })
  return answer
}
const tap = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('an appointment that is made at a taken time', () => {
  beforeEach(() => {
    fake.rdvs = [rdv]
    fake.absences = [meeting]
    render(
      <MantineProvider theme={theme} env="test">
        <Screen />
      </MantineProvider>,
    )
  })

  it('[DAY-01 form] says who is taken and when, and is saved by a second tap', async () => {
    const answer = await asked(planned)
    expect(answer.given).toBeUndefined()
    await screen.findByText('Zoé Petit : rendez-vous, 09:00 – 10:00')
    await tap('Enregistrer quand même')
    expect(answer.given).toMatchObject({ start: `${DAY} 09:30`, end: `${DAY} 10:30` })
  })

  it('[DAY-01 busy] takes one of the next three free slots by one tap', async () => {
    const answer = await asked(planned)
    await screen.findByText('Prochains créneaux libres')
    const slots = screen.getAllByRole('button', { name: /\d\d:\d\d – / }).map((button) => button.textContent)
    expect(slots.map((words) => words?.slice(-13))).toEqual(['10:00 – 11:00', '11:00 – 12:00', '12:00 – 13:00'])
    await tap(/11:00 – 12:00/)
    expect(answer.given).toEqual({ start: `${DAY} 11:00`, end: `${DAY} 12:00` })
  })

  it('[DAY-01 busy] is asked of a time that this device knows without its appointment, and nothing is saved by going back', async () => {
    const answer = await asked({ ...planned, people: ['paul'], start: `${DAY} 14:30`, end: `${DAY} 15:30` })
    await screen.findByText('Paul Girard : temps pris, 14:00 – 15:00')
    await tap('Revenir')
    expect(answer.given).toBeNull()
  })

  it('[DAY-10 absence] is asked of somebody who is absent, without a reason, and no slot is offered before they are back', async () => {
    await asked({ ...planned, people: ['luc'] })
    await screen.findByText('Luc Roy : absent, jeu. 26 nov. – ven. 27 nov.')
    const slots = screen.getAllByRole('button', { name: /\d\d:\d\d – / }).map((button) => button.textContent)
    expect(slots.map((words) => words?.slice(0, 11))).toEqual(['sam. 28 nov', 'sam. 28 nov', 'sam. 28 nov'])
  })

  it('[DAY-10 recurring] is asked of an occurrence that was moved there, and asks nothing where it would have been', async () => {
    await asked({ ...planned, start: `${DAY} 16:30`, end: `${DAY} 17:30` })
    await screen.findByText('Zoé Petit : réunion du lundi, 16:00 – 17:00')
    await tap('Revenir')
    const monday = { ...planned, start: '2026-11-23 09:00', end: '2026-11-23 10:00' }
    expect((await asked(monday)).given).toBe(monday)
  })

  it('[DAY-01 busy] asks nothing when they are free, or when it is that appointment itself', async () => {
    const free = { ...planned, start: `${DAY} 10:00`, end: `${DAY} 11:00` }
    expect((await asked(free)).given).toBe(free)
    const itself = { ...planned, id: 'r1' }
    expect((await asked(itself)).given).toBe(itself)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
