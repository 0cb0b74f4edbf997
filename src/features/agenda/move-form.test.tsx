// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MoveForm } from './move-form.tsx'
import { slotOf } from './move-slot.ts'

const slot = { start: '2026-11-20 09:00', end: '2026-11-20 10:30' }

function open(onSave = vi.fn(), of = slot) {
  render(
    <MantineProvider env="test">
      <DatesProvider settings={{ locale: 'fr' }}>
        <MoveForm slot={of} onSave={onSave} onClose={vi.fn()} />
      </DatesProvider>
    </MantineProvider>,
  )
  return onSave
}

const type = (label: string, value: string) => {
  const field = screen.getByLabelText(label, { selector: 'input' })
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const status = () => document.querySelector('[role="status"]')
const save = () => fireEvent.click(screen.getByText('Déplacer'))

it('moves an appointment by keyboard as a drag does', () => {
  const onSave = open()
  type('Date', '23/11/2026')
  type('Début', '14h')
  type('Fin', '15:45')
  save()
  expect(onSave).toHaveBeenCalledWith({ start: '2026-11-23 14:00', end: '2026-11-23 15:45' })
})

it('[RES-09] ends an hour after its start when its end is earlier, and says so', () => {
  const onSave = open()
  type('Début', '10:15')
  expect(status()?.textContent).toContain('fin à 11:15')
  save()
  expect(onSave).toHaveBeenCalledWith({ start: '2026-11-20 10:15', end: '2026-11-20 11:15' })
})

it('keeps the length of an appointment that ends at midnight', () => {
  const onSave = open(vi.fn(), { start: '2026-11-20 20:00', end: '2026-11-21 00:00' })
  type('Date', '27/11/2026')
  expect(status()?.textContent).toBe('')
  save()
  expect(onSave).toHaveBeenCalledWith({ start: '2026-11-27 20:00', end: '2026-11-28 00:00' })
})

it('[RES-08] refuses a missing time with « Invalid date or time »', () => {
  const onSave = open()
  type('Début', '')
  save()
  expect(onSave).not.toHaveBeenCalled()
  expect(status()?.textContent).toBe('Invalid date or time')
})

it('reads dates and times strictly, over several days as well', () => {
  const day = '2026-11-20'
  expect(slotOf({ day: '2026-02-30', start: '09:00', lastDay: '2026-02-30', end: '10:00' })).toBeNull()
  expect(slotOf({ day, start: '9:00', lastDay: day, end: '10:00' })).toBeNull()
  expect(slotOf({ day, start: '09:00', lastDay: '2026-11-22', end: '10:00' })).toEqual({
    start: '2026-11-20 09:00',
    end: '2026-11-22 10:00',
  })
})
