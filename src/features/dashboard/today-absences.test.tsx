// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { TodayAbsences } from './today-absences.tsx'

const WEEKLY = {
  id: 'a1',
  IDPERSONNELS: ['p1'],
  GENRE: 'reunion',
  OBJET: 'Point du lundi',
  DEBUT: '2026-11-23 09:00',
  FIN: '2026-11-23 10:00',
  JOURNEES: 0,
  REPETITION: 'semaine',
  REPETER_JUSQUA: null,
  REPETER_FOIS: null,
  EXCEPTIONS: [],
}

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'p1' } }) }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => [WEEKLY] }))

it('[DAY-10 absence] a meeting that repeats opens on the time of the day, which may be changed alone', () => {
  render(<TodayAbsences today="2026-11-30" />)
  const href = screen.getByRole('link', { name: /Point du lundi/ }).getAttribute('href')
  expect(href).toBe('/manager/absence/a1?jour=2026-11-30')
})
