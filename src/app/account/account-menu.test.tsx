// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider } from '../../data/session/session.tsx'
import { STORAGE_KEYS, sessionStore } from '../../data/session/session-store.ts'
import { colorSchemeManager, theme } from '../../ui/theme.ts'
import { AccountMenu } from './account-menu.tsx'

vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => () => Promise.resolve(),
  Link: ({ to, ...rest }: { to: string }) => <a href={to} {...rest} />,
}))

/** The company's lists on this device, archived entries too. */
vi.mock('../../data/records/use-references.ts', () => ({
  useReferences: (list: string) => (list === 'AGENCES' ? [{ id: 'a9', LIBELLE: 'Annecy' }] : []),
}))

const put = (key: string, value: unknown): void => localStorage.setItem(key, JSON.stringify(value))

const stand = async (agences: string[], TOUTES_AGENCES = 0): Promise<void> => {
  localStorage.clear()
  put(STORAGE_KEYS.company, { id: 'c1', key: 'demo', NOM: 'Démo', AIDE_URL: 'https://aide.example.com' })
  put(STORAGE_KEYS.labels, {
    roles: [{ name: 'metreur', common_name: 'Métreur', color: '#123456' }],
    agences: [
      { id: 'a1', name: 'Lyon' },
      { id: 'a2', name: 'Grenoble' },
    ],
  })
  const personnel = {
    IDPERSONNEL: 'p1',
    NOM_COMPLET: 'Claire Moreau',
    INITIALES: 'CM',
    NOM: 'Moreau',
    PHOTO: null,
    TOUTES_AGENCES,
  }
  const account = { kind: 'personnel', id: 'p1', roles: ['metreur'], agences, personnel }
  put(STORAGE_KEYS.auth, { token: 't', expiresAt: null, account })
  sessionStore.reload()
  render(
    <MantineProvider theme={theme} env="test" colorSchemeManager={colorSchemeManager}>
      <SessionProvider>
        <AccountMenu />
      </SessionProvider>
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Mon compte' }))
  await screen.findByRole('switch', { name: 'Thème sombre' })
}

const avatars = (): string[] => screen.getAllByText('CM').map((avatar) => avatar.style.width)

describe('the account menu', () => {
  beforeEach(() => vi.stubGlobal('__BUILD_DATE__', '2026-11-20T08:00:00.000Z'))

  it('[TEN-07] shows who I am, my roles with their colour, agency, help, dark switch, logout and build date', async () => {
    await stand(['a1'])
    expect(avatars()).toEqual(['40px', '35px'])
    expect(screen.getByText('Claire Moreau')).toBeTruthy()
    expect(screen.getByText('Métreur').style.getPropertyValue('--chip')).toBe('#123456')
    expect(screen.getByText('Lyon')).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.getByRole('link', { name: 'Aide' }).getAttribute('href')).toBe('https://aide.example.com')
    expect(screen.getByRole('link', { name: 'Profil, sécurité, sessions' }).getAttribute('href')).toBe(
      '/manager/compte',
    )
    expect(screen.getByRole('button', { name: 'Se déconnecter' })).toBeTruthy()
    expect(screen.getByText('Version du 20/11/2026')).toBeTruthy()
  })

  it('[SET-03 readable] [TEN-07] an archived agency keeps its name for whoever still belongs to it', async () => {
    await stand(['a1', 'a9'])
    expect(screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.labels?.[0]?.textContent)).toEqual([
      'Toutes mes agences',
      'Lyon',
      'Annecy',
    ])
  })

  it('[TEN-03] the dark switch is kept in local storage', async () => {
    await stand(['a1'])
    await userEvent.click(screen.getByRole('switch', { name: 'Thème sombre' }))
    expect(localStorage.getItem('lolapp.theme')).toBe('dark')
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark')
  })

  it('[TEN-07] staff of several agencies choose the filter there, kept on the device', async () => {
    await stand(['a1', 'a2'])
    await userEvent.click(screen.getByRole('radio', { name: 'Grenoble' }))
    expect(localStorage.getItem(STORAGE_KEYS.agency)).toBe('"a2"')
    await userEvent.click(screen.getByRole('radio', { name: 'Toutes mes agences' }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Toutes mes agences' }).checked).toBe(true)
  })

  it.each([[['a1']], [[]]])(
    '[TEN-07] whoever sees every agency chooses among all of the company, and is held to none at first (own agencies: %j)',
    async (agences) => {
      await stand(agences, 1)
      const checked = () => screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.checked)
      expect(screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.labels?.[0]?.textContent)).toEqual([
        'Toutes les agences',
        'Lyon',
        'Grenoble',
      ])
      expect(checked()).toEqual([true, false, false])
      await userEvent.click(screen.getByRole('radio', { name: 'Grenoble' }))
      expect(checked()).toEqual([false, false, true])
    },
  )
})
