// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FirstRows } from './first-rows.tsx'

afterEach(cleanup)

const stand = (count: number) =>
  render(
    <MantineProvider env="test">
      <FirstRows name="rows" items={Array.from({ length: count }, (_, n) => n)} step={10}>
        {(shown) => shown.map((n) => <p key={n}>row {n}</p>)}
      </FirstRows>
    </MantineProvider>,
  )
const rows = () => screen.queryAllByText(/^row/).length

it('[DAY-03 first] says « les n premières » of how many, and goes on to the last', async () => {
  stand(25)
  expect(rows()).toBe(10)
  expect(screen.queryByText('Les 10 premières lignes sur 25.')).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Afficher la suite' }))
  expect(screen.getByText('Les 20 premières lignes sur 25.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Afficher la suite' }))
  expect(rows()).toBe(25)
  expect(screen.queryByRole('button')).toBeNull()
})

it('[DAY-03 first] says nothing where all rows are shown', () => {
  stand(10)
  expect(rows()).toBe(10)
  expect(screen.queryByRole('button')).toBeNull()
})
