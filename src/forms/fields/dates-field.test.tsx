// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { DatesField } from './dates-field.tsx'

const changed = vi.fn()

function Held({ mode, initial }: { mode: 'range' | 'multiple'; initial: string[] }) {
  const [value, setValue] = useState(initial)
  const onChange = (days: string[]) => {
    changed(days)
    setValue(days)
  }
  return <DatesField mode={mode} label="Jours" value={value} onChange={onChange} />
}
const show = (mode: 'range' | 'multiple', initial: string[] = []): void => {
  render(
    <MantineProvider theme={theme} env="test">
      <DatesProvider settings={{}}>
        <Held mode={mode} initial={initial} />
      </DatesProvider>
    </MantineProvider>,
  )
}
const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Jours' })
const type = (text: string): string => {
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.blur(field())
  return field().value
}
const open = () => fireEvent.click(screen.getByRole('button', { name: 'Ouvrir le calendrier : Jours' }))
const tap = (day: string) => fireEvent.click(screen.getByRole('button', { name: day }))

beforeEach(() => vi.clearAllMocks())

it('[RES-07 range] a period is typed as two dates with a separator, put in order; anything else is ignored', () => {
  show('range', ['2026-11-01', '2026-11-30'])
  expect(field().value).toBe('01/11/2026 – 30/11/2026')
  expect(type('15/12/26 au 1/12/26')).toBe('01/12/2026 – 15/12/2026')
  expect(changed).toHaveBeenLastCalledWith(['2026-12-01', '2026-12-15'])
  for (const ignored of ['3/12/26', 'demain, 3/12/26', '31/02/26 – 1/03/26', '1/1/26 ; 2/1/26 ; 3/1/26']) {
    expect(type(ignored)).toBe('01/12/2026 – 15/12/2026')
  }
  expect(changed).toHaveBeenCalledTimes(1)
  expect(type('')).toBe('')
  expect(changed).toHaveBeenLastCalledWith([])
})

it('[RES-07 range] a period is picked from one calendar, by its two days', () => {
  show('range', ['2026-11-01', '2026-11-30'])
  open()
  tap('10 November 2026')
  expect(changed).not.toHaveBeenCalled()
  tap('12 November 2026')
  expect(changed).toHaveBeenCalledExactlyOnceWith(['2026-11-10', '2026-11-12'])
})

it('[RES-07 multiple] several days are typed with separators, sorted, each once', () => {
  show('multiple')
  expect(type('3/12/26, 1/12/26 ; 3/12/26 et bientôt')).toBe('01/12/2026, 03/12/2026')
  expect(changed).toHaveBeenLastCalledWith(['2026-12-01', '2026-12-03'])
  expect(type('bientôt')).toBe('01/12/2026, 03/12/2026')
  expect(changed).toHaveBeenCalledTimes(1)
})

it('[RES-07 multiple] several days are picked from one calendar, and taken back by a second tap', () => {
  show('multiple', ['2026-12-03'])
  open()
  tap('1 December 2026')
  expect(changed).toHaveBeenLastCalledWith(['2026-12-01', '2026-12-03'])
  tap('3 December 2026')
  expect(changed).toHaveBeenLastCalledWith(['2026-12-01'])
})
