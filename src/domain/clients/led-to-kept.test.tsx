// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { LedToKept } from './led-to-kept.tsx'

const fake = vi.hoisted(() => ({ joined: undefined as unknown[] | undefined, asked: vi.fn(), info: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Navigate: ({ to, search, replace }: { to: string; search: object; replace: boolean }) => (
    <p>{`${to} ${JSON.stringify(search)} ${replace}`}</p>
  ),
}))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (...given: unknown[]) => {
    fake.asked(...given)
    return fake.joined
  },
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { info: fake.info } }))

const show = () => (
  <LedToKept id="ancien" hrefOf={(kept) => `/manager/projet/create?IDCLIENT=${kept}`}>
    <p>absente</p>
  </LedToKept>
)

beforeEach(() => {
  vi.clearAllMocks()
  fake.joined = undefined
})

it('[DAY-14 merge-duplicates] (led) leads from a record that went to the kept one, and says so once; the device alone knows', () => {
  const { rerender, container } = render(show())
  expect(container.textContent).toBe('')
  fake.joined = [
    { IDCLIENT: 'autre', NOM: 'Petit', PRENOM: null, FICHES_REUNIES: ['x'] },
    { IDCLIENT: 'garde', NOM: 'Durand', PRENOM: 'Zoé', FICHES_REUNIES: ['y', 'ancien'] },
  ]
  rerender(show())
  rerender(show())
  expect(screen.queryByText('/manager/projet/create {"IDCLIENT":"garde"} true')).not.toBeNull()
  expect(fake.info.mock.calls).toEqual([['Cette fiche a été réunie avec une autre : voici Durand Zoé.']])
  // Of a hundred thousand clients only the few that were joined are read.
  expect(fake.asked).toHaveBeenLastCalledWith('client', { selector: { CLE_REUNIE: '1' } })
})

it('[DAY-14 merge-duplicates] (led) says that the record is missing when none has its place, or the merge was undone', () => {
  fake.joined = [{ IDCLIENT: 'garde', NOM: 'Durand', PRENOM: null, FICHES_REUNIES: [] }]
  render(show())
  expect(screen.getByText('absente')).toBeTruthy()
  expect(fake.info).not.toHaveBeenCalled()
})
