// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { CONTENT, SkipLink } from './skip-link.tsx'

afterEach(cleanup)

it('« Aller au contenu » leads to the page without a change of its address', async () => {
  render(
    <>
      <SkipLink className="" />
      <main id={CONTENT} tabIndex={-1} />
    </>,
  )
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(window.location.hash).toBe('')
})

it('leads to the first appointment of the agenda, past its buttons and taken times', async () => {
  render(
    <>
      <SkipLink className="" />
      <main id={CONTENT} tabIndex={-1}>
        <button type="button">Semaine suivante</button>
        <div data-content-start="[data-event-id]">
          <button type="button">lundi 23</button>
          <div data-event-id="taken">Pris</div>
          <button type="button" data-event-id="r1">
            Rolland Sylvie
          </button>
        </div>
      </main>
    </>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Aller au contenu' }))
  expect(document.activeElement?.textContent).toBe('Rolland Sylvie')
})
