// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { NOTICE_KINDS, noticeTitle } from '../../../schemas/rules/notices.ts'
import { theme } from '../../ui/theme.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

const fake = vi.hoisted(() => ({
  roles: ['commercial'],
  notices: [] as object[] | undefined,
  records: new Map<string, unknown>(),
  update: vi.fn(async () => undefined),
}))

vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ navigate: () => undefined, preloadRoute: async () => undefined }),
  Link: ({ to, children, onClick }: { to: string; children: ReactNode; onClick?: () => void }) => (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault()
        onClick?.()
      }}
    >
      {children}
    </a>
  ),
}))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'p1', roles: fake.roles } }) }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-25 12:00' }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => fake.notices }))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => fake.records }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))

const notice = (id: string, values: object) => ({
  id,
  TYPE: 'rdv_deplace',
  RESSOURCE: 'rdv',
  IDENREGISTREMENT: 'r1',
  NOMBRE: 1,
  AUTEUR: 'p2',
  DETAIL: '27/11/2026 à 14:00',
  DATE_NOTIFICATION: '2026-11-25T10:00:00.000Z',
  LU: 0,
  ...values,
})

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <NotificationsScreen />
    </MantineProvider>,
  )

beforeEach(() => {
  fake.update.mockClear()
  fake.roles = ['commercial']
  fake.records = new Map<string, unknown>([
    ['r1', { IDPROJET: 'j1' }],
    ['j1', { IDCLIENT: 'c1' }],
    ['c1', { NOM: 'MARTIN', PRENOM: 'Zoé' }],
    ['p2', { NOM: 'Robin', NOM_COMPLET: 'Diane Robin' }],
  ])
})

it('[DAY-07 notices] lists what others changed, with the names that this device knows; a press opens the record and marks the notice as read', () => {
  fake.notices = [notice('old', { LU: 1, DATE_NOTIFICATION: '2026-11-20T10:00:00.000Z' }), notice('new', {})]
  show()
  const [first, second] = screen.getAllByRole('listitem')
  if (!first || !second) throw new Error('two rows')
  expect(within(first).getByText('MARTIN Zoé · 27/11/2026 à 14:00 · par Diane Robin · il y a 1 h')).toBeTruthy()
  expect([within(first).queryByText('Non lu') !== null, within(second).queryByText('Non lu') !== null]).toEqual([
    true,
    false,
  ])
  const link = within(first).getByRole('link', { name: 'Un rendez-vous a été déplacé' })
  expect(link.getAttribute('href')).toBe('/manager/rdv/r1')
  fireEvent.click(link)
  expect(fake.update.mock.calls).toEqual([['notification', 'new', { LU: 1 }]])
})

it('[DAY-07 notices] several records lead to their list, where the role has one; all can be marked as read', () => {
  fake.notices = [
    notice('a', { TYPE: 'projet_affecte', RESSOURCE: 'projet', IDENREGISTREMENT: null, NOMBRE: 200, DETAIL: null }),
    notice('b', { TYPE: 'rdv_annule' }),
  ]
  const { unmount } = show()
  const hrefs = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(hrefs()).toEqual([
    ['200 projets vous sont affectés', '/manager/client'],
    ['Un rendez-vous n’est plus dans votre agenda', '/manager/agenda'],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Tout marquer comme lu' }))
  return vi
    .waitFor(() => expect(fake.update).toHaveBeenCalledTimes(2))
    .then(() => {
      unmount()
      fake.roles = ['technician']
      show()
      expect(hrefs()).toEqual([['Un rendez-vous n’est plus dans votre agenda', '/manager/agenda']])
    })
})

it('[DAY-07 notices] of a client or a colleague itself: the name, and the way to the page', () => {
  fake.notices = [
    notice('a', { TYPE: 'message_perdu', RESSOURCE: 'client', IDENREGISTREMENT: 'c1', AUTEUR: null, DETAIL: null }),
    notice('b', { TYPE: 'message_perdu', RESSOURCE: 'personnel', IDENREGISTREMENT: 'p2', AUTEUR: null, DETAIL: null }),
  ]
  show()
  const rows = screen
    .getAllByRole('listitem')
    .map((row) => [
      within(row).getByRole('link').getAttribute('href'),
      within(row).getByText(/ · il y a 1 h$/).textContent,
    ])
  expect(rows).toEqual([
    ['/manager/client/c1', 'MARTIN Zoé · il y a 1 h'],
    ['/manager/personnel/p2', 'Diane Robin · il y a 1 h'],
  ])
})

it('[DAY-07 notices] says so where there is nothing, and hides what is older than the server keeps it', () => {
  fake.notices = [notice('old', { DATE_NOTIFICATION: '2026-09-20T10:00:00.000Z' })]
  show()
  expect(screen.getByText(/Rien de nouveau/)).toBeTruthy()
})

it('[DAY-07 notices] a notice of a kind that this version does not know has a neutral title, and hides no other', () => {
  fake.notices = [notice('new', { TYPE: 'pont_ferme' }), notice('known', {})]
  show()
  expect(screen.getByText('Une nouvelle notification')).toBeTruthy()
  expect(screen.getByText(noticeTitle('rdv_deplace', 1))).toBeTruthy()
  expect(noticeTitle('toString' as never, 3)).toBe('3 nouvelles notifications')
})

it('[DAY-07 notices] a title names one, or says how many; none names anybody', () => {
  for (const kind of NOTICE_KINDS) {
    expect(noticeTitle(kind, 1)).toMatch(/^Une? [a-zà-ÿ’ -]+$/)
    expect(noticeTitle(kind, 3)).toMatch(/^3 [a-zà-ÿ’ -]+$/)
  }
})
