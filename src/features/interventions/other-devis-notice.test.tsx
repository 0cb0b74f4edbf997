// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { may } from '../../../schemas/access.ts'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { OtherQuoteForCustomer, OtherQuoteNotice } from './other-devis-notice.tsx'

const fake = vi.hoisted(() => ({ may: (_action: string, _resource: string): boolean => false }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => fake.may }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

/** What somebody of this role reads. */
function read(role: RoleName, named: object | null): string {
  cleanup()
  fake.may = (action, resource) => may({ roles: [role] } as never, action as never, resource as never)
  const other = { named, orders: [{ NUMERO_DEVIS: 'D-2', VARIANTE: 'Confort' }] }
  render(
    <MantineProvider env="test">
      <OtherQuoteNotice id="i1" other={other as never} />
    </MantineProvider>,
  )
  return screen.getByRole('alert').textContent ?? ''
}
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
const NAMED = { NUMERO_DEVIS: 'D-1', VARIANTE: 'Éco' }

it.each(['technician', 'commercial'] as const)(
  '[INT-01] a %s, who may not link a quote, is told before the signature to ask the office',
  (role) => {
    expect(read(role, NAMED)).toBe(
      'Ces travaux portent sur le devis D-1 · Éco, qui n’est pas signé : le client a signé D-2 · Confort. Demandez au bureau de lier le bon devis avant la signature du PV.',
    )
    expect(links()).toEqual([])
  },
)

it.each(['metreur', 'assistant', 'commercial_director'] as const)('[INT-01] a %s has the way to link it', (role) => {
  expect(read(role, NAMED)).toContain('Liez le bon devis avant la signature du PV.')
  expect(links()).toEqual(['/manager/intervention/i1/edit'])
})

it('[INT-01] of a quote that this device does not have it is not said that it was deleted', () => {
  expect(read('technician', null)).toContain(
    'Le devis de ces travaux n’est pas sur cet appareil ou a été supprimé : le client a signé D-2 · Confort.',
  )
})

it('[INT-01] the customer reads that the PV is not of what they signed, and nothing where this device does not know it', () => {
  const show = (named: object | null) => {
    cleanup()
    const other = { named, orders: [{ NUMERO_DEVIS: 'D-2', VARIANTE: null }] }
    render(
      <MantineProvider env="test">
        <OtherQuoteForCustomer other={other as never} />
      </MantineProvider>,
    )
    return screen.queryByRole('alert')?.textContent ?? null
  }
  expect(show(NAMED)).toBe('Ce PV ne porte pas sur le devis que vous avez signé (D-2). Parlez-en avant de signer.')
  expect(show(null)).toBeNull()
})
