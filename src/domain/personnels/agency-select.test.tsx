// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { AgencySelect } from './agency-select.tsx'

const fake = vi.hoisted(() => ({ agencies: [] as unknown[] }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => fake.agencies }))
vi.mock('../../data/session/agency-filter.ts', () => ({ useAgencyFilter: () => ({ agence: null }) }))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{}, () => undefined] }))
afterEach(cleanup)

const agency = (id: string, LIBELLE: string, ARCHIVE: 0 | 1 = 0) => ({ id, LIBELLE, ARCHIVE, ORDRE: 0 })
const chosen = vi.fn()
const show = (value: string | null, agencies: unknown[]) => {
  fake.agencies = agencies
  render(
    <MantineProvider theme={theme} env="test">
      <AgencySelect value={value} onChange={chosen} className="choice" />
    </MantineProvider>,
  )
  return screen.queryByRole<HTMLInputElement>('combobox', { name: 'Agence' })
}

it('[SET-03 archive] [TEN-07] an agency that leaves out the records of an archived one is shown, and every agency is offered', async () => {
  const select = show('lyon', [agency('lyon', 'Lyon'), agency('valence', 'Valence', 1)])
  expect(select?.value).toBe('Lyon')
  await userEvent.click(select as HTMLElement)
  const options = await screen.findAllByRole('option', { hidden: true })
  expect(options.map(({ textContent }) => textContent)).toEqual(['Toutes les agences', 'Lyon'])
  await userEvent.click(options[0] as HTMLElement)
  expect(chosen).toHaveBeenCalledWith(null)
})

it('[TEN-07] there is nothing to choose where the company never had another agency', () => {
  expect(show('lyon', [agency('lyon', 'Lyon')])).toBeNull()
})
