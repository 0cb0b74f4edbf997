import { describe, expect, it } from 'vitest'
import { clicked, drawn, keyStep, moved, movedToDay, proposed, resized } from './slots.ts'

const slot = (day: string, start: string, end: string) => ({ start: `${day} ${start}`, end: `${day} ${end}` })

describe('dragging an appointment', () => {
  it('ends on quarters of an hour, counted from its former place', () => {
    expect(moved(slot('2026-11-20', '09:10', '10:40'), { day: '2026-11-21', minutes: 52 })).toEqual(
      slot('2026-11-21', '09:55', '11:25'),
    )
  })

  it('stays within its day', () => {
    expect(moved(slot('2026-11-20', '09:00', '10:30'), { day: '2026-11-20', minutes: -5000 })).toEqual(
      slot('2026-11-20', '00:00', '01:30'),
    )
    expect(moved(slot('2026-11-20', '09:00', '10:30'), { day: '2026-11-20', minutes: 5000 })).toEqual({
      start: '2026-11-20 22:30',
      end: '2026-11-21 00:00',
    })
  })

  it.each(['2026-03-29', '2026-10-25'])('keeps the hours written on %s, when the clocks change', (day) => {
    expect(moved(slot('2026-11-20', '01:00', '04:00'), { day, minutes: 90 })).toEqual(slot(day, '02:30', '05:30'))
    expect(resized(slot(day, '01:00', '02:00'), 60)).toEqual(slot(day, '01:00', '03:00'))
    expect(drawn(day, 120, 240)).toEqual(slot(day, '02:00', '04:00'))
  })

  it('moves to another day of the month with its hours, even over several days', () => {
    expect(movedToDay({ start: '2026-11-20 08:00', end: '2026-11-22 17:00' }, '2026-11-21', '2026-12-01')).toEqual({
      start: '2026-11-30 08:00',
      end: '2026-12-02 17:00',
    })
  })

  it('[RES-09] an end dragged to less than one hour after the start moves to start + 1 h', () => {
    expect(resized(slot('2026-11-20', '09:00', '11:00'), -105)).toEqual(slot('2026-11-20', '09:00', '10:00'))
    expect(resized(slot('2026-11-20', '22:00', '23:00'), 600)).toEqual({
      start: '2026-11-20 22:00',
      end: '2026-11-21 00:00',
    })
    expect(drawn('2026-11-20', 600, 610)).toEqual(slot('2026-11-20', '10:00', '11:00'))
  })
})

describe('new appointments', () => {
  it('draws upwards as well as downwards', () => {
    expect(drawn('2026-11-20', 730, 605)).toEqual(slot('2026-11-20', '10:00', '12:15'))
  })

  it('takes the half hour clicked, for one hour', () => {
    expect(clicked('2026-11-20', 599)).toEqual(slot('2026-11-20', '09:30', '10:30'))
  })

  it('proposes the next half hour today, 09:00 another day', () => {
    expect(proposed('2026-11-20', '2026-11-20 14:05').start).toBe('2026-11-20 14:30')
    expect(proposed('2026-11-20', '2026-11-20 14:30').start).toBe('2026-11-20 15:00')
    expect(proposed('2026-11-21', '2026-11-20 14:05').start).toBe('2026-11-21 09:00')
    expect(proposed('2026-11-20', '2026-11-20 23:50').start).toBe('2026-11-20 23:30')
  })
})

describe('[CAL-05] moving by keyboard', () => {
  const at = slot('2026-11-20', '09:00', '10:30')
  const days = ['2026-11-19', '2026-11-20', '2026-11-23']
  const step = (key: string, more: { shift?: boolean; month?: boolean } = {}) =>
    keyStep(at, { key, shift: false, month: false, days, ...more })

  it('moves by quarters of an hour, by the days shown, and moves the end with Maj', () => {
    expect(step('ArrowDown')).toEqual(slot('2026-11-20', '09:15', '10:45'))
    expect(step('ArrowUp')).toEqual(slot('2026-11-20', '08:45', '10:15'))
    expect(step('ArrowRight')).toEqual(slot('2026-11-23', '09:00', '10:30'))
    expect(step('ArrowUp', { shift: true })).toEqual(slot('2026-11-20', '09:00', '10:15'))
  })

  it('stays within the days shown, and ignores other keys', () => {
    expect(keyStep(at, { key: 'ArrowRight', shift: false, month: false, days: ['2026-11-20'] })).toBeNull()
    expect(step('ArrowRight', { shift: true })).toBeNull()
    expect(step('a')).toBeNull()
  })

  it('moves by a week in the month', () => {
    const month = Array.from({ length: 30 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`)
    expect(keyStep(at, { key: 'ArrowDown', shift: false, month: true, days: month })).toEqual(
      slot('2026-11-27', '09:00', '10:30'),
    )
    expect(keyStep(at, { key: 'ArrowDown', shift: true, month: true, days: month })).toBeNull()
  })
})
