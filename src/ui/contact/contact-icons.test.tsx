// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { theme } from '../theme.ts'
import { ContactIcons } from './contact-icons.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const PLACE = { label: '1 rue de la Paix, Nantes', LATITUDE: 47.2, LONGITUDE: -1.5 }

it('draws the menu of map apps when « Itinéraire » is pressed, open, and gives the focus back', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <ContactIcons name="Karim" place={PLACE} />
    </MantineProvider>,
  )
  const route = (): HTMLElement => screen.getByRole('button', { name: /Itinéraire/ })
  route().focus()
  await userEvent.keyboard('{Enter}')
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map((one) => one.textContent)).toEqual(['Waze', 'Plans', 'Google Maps'])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(route()))
  await userEvent.click(route())
  expect(await screen.findAllByRole('menuitem')).toHaveLength(3)
})
