// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RouteButton } from './route-button.tsx'

const place = { label: '3 rue de la Paix, 69001 Lyon' }
const shown = () =>
  render(
    <MantineProvider env="test">
      <RouteButton place={place} />
    </MantineProvider>,
  )
const link = () => screen.getByRole('link', { name: /^Itinéraire/ }) as HTMLAnchorElement

beforeEach(() => localStorage.clear())
afterEach(cleanup)

it('the application for a route is asked for once, remembered by the device, and changed beside it', async () => {
  shown()
  await userEvent.click(screen.getByRole('button', { name: 'Itinéraire' }))
  await userEvent.click(await screen.findByText('Waze'))
  expect(link().href).toContain('https://waze.com/')
  cleanup()
  shown()
  expect(link().getAttribute('aria-label')).toBe('Itinéraire avec Waze')
  await userEvent.click(screen.getByRole('button', { name: 'Changer d’application' }))
  await userEvent.click(await screen.findByText('Google Maps'))
  expect(link().href).toContain('google.com/maps')
})

it('a value that no version of the app knows counts as no choice', () => {
  localStorage.setItem('lolapp.itineraire', 'autre')
  shown()
  expect(screen.getByRole('button', { name: 'Itinéraire' })).toBeTruthy()
})
