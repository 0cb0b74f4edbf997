// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import nodeIcal from 'node-ical'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { VisitCard } from './visit-card.tsx'
import type { Visit } from './visits.ts'

const fake = vi.hoisted(() => ({ saved: [] as string[] }))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => ({ key: 'demo', NOM: 'Les Fenêtres' }) }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('./save-file.ts', () => ({ saveText: (text: string) => void fake.saved.push(text) }))

const WORKS: Visit = {
  id: 'i',
  kind: 'intervention',
  uid: 'intervention-i@demo.lolapp',
  title: 'Pose',
  start: '2026-11-30 08:00',
  end: '2026-12-10 17:00',
  place: '8 rue A, 44000 Nantes',
  people: [],
}
const TIMES = [
  { uid: 'intervention-i.a@demo.lolapp', start: '2026-11-30 08:00', end: '2026-11-30 17:00' },
  // As a former server says it.
  { start: '2026-12-10 08:00', end: '2026-12-10 17:00' },
]
const show = (visit: Visit, past = false) =>
  render(
    <MantineProvider theme={theme} env="test">
      <VisitCard visit={visit} past={past} />
    </MantineProvider>,
  )
/** The events of the file that the button saves: name, beginning, end and place. */
function added(button: string): unknown[] {
  fireEvent.click(screen.getByRole('button', { name: button }))
  return Object.values(nodeIcal.sync.parseICS(fake.saved.at(-1) ?? '')).flatMap((one) =>
    one?.type === 'VEVENT'
      ? [[one.uid, new Date(one.start as Date).toISOString(), new Date(one.end as Date).toISOString(), one.location]]
      : [],
  )
}

afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  cleanup()
  fake.saved = []
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
})

it('[SPA-02 appointments] works of separate days are a list of them, and as many events of the calendar', () => {
  show({ ...WORKS, times: TIMES })
  const list = screen.getByRole('list', { name: 'Jours et heures' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['lundi 30 novembre de 08:00 à 17:00', 'jeudi 10 décembre de 08:00 à 17:00'])
  expect(screen.queryByText(/du lundi/)).toBeNull()
  expect(added('Ajouter ces jours à mon agenda')).toEqual([
    ['intervention-i.a@demo.lolapp', '2026-11-30T07:00:00.000Z', '2026-11-30T16:00:00.000Z', WORKS.place],
    ['intervention-i.2026-12-10@demo.lolapp', '2026-12-10T07:00:00.000Z', '2026-12-10T16:00:00.000Z', WORKS.place],
  ])
})

it('[SPA-02 appointments] works without a break are one time and one event', () => {
  show(WORKS)
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.getByText('du lundi 30 novembre 08:00 au jeudi 10 décembre 17:00').tagName).toBe('TIME')
  expect(added('Ajouter à mon agenda')).toEqual([
    [WORKS.uid, '2026-11-30T07:00:00.000Z', '2026-12-10T16:00:00.000Z', WORKS.place],
  ])
})

it('[SPA-02 appointments] what is over is not added to a calendar', () => {
  show({ ...WORKS, times: TIMES }, true)
  expect(screen.queryByRole('button')).toBeNull()
})

it('[SPA-02 appointments] a day of another year is shown with its year', () => {
  vi.setSystemTime('2027-01-05T12:00:00Z')
  show(WORKS, true)
  expect(screen.getByRole('time').textContent).toBe('du lundi 30 novembre 2026 08:00 au jeudi 10 décembre 2026 17:00')
})
