// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Failure } from './failure.tsx'

const form = (failure: string | null) => (
  <form>
    <Failure>{failure}</Failure>
    <input aria-label="Nom" />
    <button type="submit">Enregistrer</button>
  </form>
)

it('after a refusal the focus is on the button that lost it while it waited, and stays where somebody writes', () => {
  const { rerender } = render(form(null))
  rerender(form('Refusé'))
  expect(document.activeElement).toBe(screen.getByRole('button'))
  const name = screen.getByLabelText('Nom')
  name.focus()
  rerender(form(null))
  rerender(form('Refusé encore'))
  expect(document.activeElement).toBe(name)
})
