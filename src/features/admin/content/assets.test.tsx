// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { ASSET_CODES } from '../../../../schemas/assets.ts'
import { contentText } from '../../../text/admin/content.ts'
import { theme } from '../../../ui/theme.ts'
import { AssetItemList } from './assets.tsx'

/** By their paths, as the server answers them. */
const server = vi.hoisted(() => ({ lists: {} as Record<string, unknown[]> }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{}, vi.fn()] }))
vi.mock('../online/admin-api.ts', () => ({
  adminApi: { list: async (path: string) => ({ data: server.lists[path] ?? [] }) },
}))

it('[SET-06 where] each default item says where people see it', async () => {
  server.lists = {
    '/admin/assetstype': [{ id: 't', code: 'texte', LIBELLE: 'Texte' }],
    '/admin/assetsitem': ASSET_CODES.map((code) => ({
      id: code,
      code,
      IDASSETTYPE: 't',
      LIBELLE: `Élément ${code}`,
      VALEUR: 'x',
    })),
  }
  render(
    <MantineProvider theme={theme} env="test">
      <AssetItemList />
    </MantineProvider>,
  )
  await screen.findByText('Élément couleur')
  for (const code of ASSET_CODES) expect(document.body.textContent).toContain(contentText.assetWhere[code])
})
