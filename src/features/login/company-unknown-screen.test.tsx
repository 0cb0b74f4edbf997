// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { SessionProvider } from '../../data/session/session.tsx'
import { sessionStore } from '../../data/session/session-store.ts'
import type { Company } from '../../data/session/stored-session.ts'
import { theme } from '../../ui/theme.ts'
import { CompanyUnknownScreen } from './company-unknown-screen.tsx'
import { loginFailure } from './login-failure.ts'

const known = { id: 'c1', key: 'martin', NOM: 'Maison Martin' } as unknown as Company
const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <SessionProvider>
        <CompanyUnknownScreen companies={[]} />
      </SessionProvider>
    </MantineProvider>,
  )
const unknown = (): string => loginFailure(new AppError('NOT_FOUND', 'Entreprise inconnue.'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStore.reload()
})

it('[TEN-01] an address that names no company is said to be wrong on a device that knows none', () => {
  show()
  expect(screen.getByRole('heading', { name: 'Entreprise introuvable' })).toBeTruthy()
  expect(unknown()).toBe('Entreprise inconnue.')
})

it('[TEN-01] a device that has worked for the company reads that it is suspended or has moved, and that its entries are kept', () => {
  localStorage.setItem('lolapp.app.espace', JSON.stringify('manager'))
  sessionStore.setCompany(known)
  show()
  expect(screen.getByRole('heading', { name: 'Entreprise indisponible' })).toBeTruthy()
  const words = /« Maison Martin » n’est pas accessible .* son accès est suspendu.* reste sur cet appareil/
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByText(/Vérifiez l’adresse/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeTruthy()
  // The login that is tried there meanwhile.
  expect(unknown()).toMatch(words)
})

it('[TEN-01] a customer’s device reads whom to ask, and nothing of entries that it has not', () => {
  sessionStore.setCompany(known)
  show()
  expect(screen.getByText(/« Maison Martin » n’est pas accessible .* Contactez l’entreprise/)).toBeTruthy()
  expect(screen.queryByText(/reste sur cet appareil|votre entreprise/)).toBeNull()
})
