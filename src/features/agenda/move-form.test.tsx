// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MoveDialog, slotOf } from './move-dialog.tsx'

const slot = { start: '2026-11-20 09:00', end: '2026-11-20 10:30' }

function open(onSave = vi.fn()) {
  render(
    <MantineProvider env="test">
      <MoveDialog slot={slot} onSave={onSave} onClose={vi.fn()} />
    </MantineProvider>,
  )
  return onSave
}

it('moves by keyboard what a drag moves', () => {
  const onSave = open()
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-11-23' } })
  fireEvent.change(screen.getByLabelText('Début'), { target: { value: '14:00' } })
  fireEvent.change(screen.getByLabelText('Fin'), { target: { value: '15:45' } })
  fireEvent.click(screen.getByRole('button', { name: 'Déplacer' }))
  expect(onSave).toHaveBeenCalledWith({ start: '2026-11-23 14:00', end: '2026-11-23 15:45' })
})

it('[RES-09] ends an hour after its start when its end is earlier, and says so', () => {
  const onSave = open()
  fireEvent.change(screen.getByLabelText('Début'), { target: { value: '10:15' } })
  expect(screen.getByRole('status').textContent).toContain('fin à 11:15')
  fireEvent.click(screen.getByRole('button', { name: 'Déplacer' }))
  expect(onSave).toHaveBeenCalledWith({ start: '2026-11-20 10:15', end: '2026-11-20 11:15' })
})

it('[RES-08] refuses a missing time with « Invalid date or time »', () => {
  const onSave = open()
  fireEvent.change(screen.getByLabelText('Début'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Déplacer' }))
  expect(onSave).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('Invalid date or time')
})

it('reads dates and times strictly', () => {
  expect(slotOf({ day: '2026-02-30', start: '09:00', lastDay: '2026-02-30', end: '10:00' })).toBeNull()
  expect(slotOf({ day: '2026-11-20', start: '9:00', lastDay: '2026-11-20', end: '10:00' })).toBeNull()
  expect(slotOf({ day: '2026-11-20', start: '09:00', lastDay: '2026-11-22', end: '10:00' })).toEqual({
    start: '2026-11-20 09:00',
    end: '2026-11-22 10:00',
  })
})
