// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OpensHere } from './opens-here.tsx'

it('the first field of a form has the focus when it opens: typing begins without a tap', () => {
  render(
    <>
      <input aria-label="Recherche" />
      <OpensHere>
        <textarea aria-label="Besoin" />
        <input aria-label="Étage" />
      </OpensHere>
    </>,
  )
  expect(document.activeElement).toBe(screen.getByLabelText('Besoin'))
})

it.each([
  ['a box to tick', <input key="1" type="checkbox" />],
  ['a list to choose from', <input key="2" aria-haspopup="listbox" />],
  ['a button', <button key="3" type="button" />],
  ['a field that cannot be typed into', <input key="4" readOnly />],
])('not below %s, which comes first', (_what, first) => {
  render(
    <OpensHere>
      {first}
      <textarea aria-label="Besoin" />
    </OpensHere>,
  )
  expect(document.activeElement).toBe(document.body)
})

it('opens elsewhere when it is told so', () => {
  render(
    <OpensHere when={false}>
      <textarea aria-label="Besoin" />
    </OpensHere>,
  )
  expect(document.activeElement).toBe(document.body)
})
