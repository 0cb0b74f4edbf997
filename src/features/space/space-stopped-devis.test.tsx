// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { QuoteView } from '../../../schemas/space/devis.ts'
import { spaceText } from '../../text/space.ts'
import { theme } from '../../ui/theme.ts'
import { SpaceDevisScreen } from './space-devis-screen.tsx'
import { SpaceRefuseScreen } from './space-refuse-screen.tsx'

const fake = vi.hoisted(() => ({ quote: null as unknown }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useParams: () => ({ id: 'd1' }),
  useNavigate: () => vi.fn(),
  useBlocker: () => undefined,
  useRouter: () => ({}),
}))
vi.mock('./use-seen.ts', () => ({ useSeen: () => ({ data: fake.quote }) }))
vi.mock('./shown.tsx', () => ({
  Shown: ({ reading, children }: { reading: { data: unknown }; children: (data: unknown) => ReactNode }) =>
    children(reading.data),
}))
vi.mock('./needs-network.tsx', () => ({ NeedsNetwork: ({ children }: { children: ReactNode }) => children }))
vi.mock('./space-page.tsx', () => {
  const Children = ({ children }: { children: ReactNode }) => children
  return { SpacePage: Children, Section: Children }
})
vi.mock('./devis-body.tsx', () => ({ DevisBody: () => null }))
vi.mock('./devis-documents.tsx', () => ({ DevisDocuments: () => null }))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => ({ TELEPHONE: null, FUSEAU: 'Europe/Paris' }) }))
vi.mock('../../data/api/api.ts', async (actual) => ({
  ...(await actual<typeof import('../../data/api/api.ts')>()),
  callApi: async () => undefined,
}))

const QUOTE = {
  IDDEVIS: 'd1',
  NUMERO_DEVIS: 'DV-1',
  etat: 'attente',
  isCommande: false,
  commercial: null,
  VARIANTES: [],
} as unknown as QuoteView

const show = (screenOf: ReactNode, more: Partial<QuoteView> = {}) => {
  fake.quote = { ...QUOTE, ...more }
  render(
    <MantineProvider theme={theme} env="test">
      {screenOf}
    </MantineProvider>,
  )
}
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))

beforeEach(cleanup)

it('[SPA-04] the quote of a stopped project is not to be signed, and may still be refused', () => {
  show(<SpaceDevisScreen />)
  expect(links()).toEqual(['/space/devis/d1/signer', '/space/devis/d1/refuser'])
  cleanup()
  show(<SpaceDevisScreen />, { arrete: true })
  expect(links()).toEqual(['/space/devis/d1/refuser'])
  cleanup()
  show(<SpaceRefuseScreen />, { arrete: true })
  expect(screen.getByRole('button', { name: spaceText.refusing.refuse })).toBeTruthy()
})
