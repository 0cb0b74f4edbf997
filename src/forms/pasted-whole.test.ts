// @vitest-environment jsdom
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notices } from '../ui/notices/notices.tsx'
import './pasted-whole.ts'

vi.mock('../ui/notices/notices.tsx', () => ({ notices: { error: vi.fn() } }))

const field = (limit: number | null, value = ''): HTMLTextAreaElement => {
  const area = document.createElement('textarea')
  if (limit !== null) area.maxLength = limit
  area.value = value
  document.body.append(area)
  area.focus()
  return area
}
const said = async () => {
  await new Promise((resolve) => setTimeout(resolve))
  return vi.mocked(notices.error).mock.calls.map(([message]) => message)
}

beforeEach(() => vi.clearAllMocks())
afterEach(() => document.body.replaceChildren())

it('[RES-03] a pasted text that the field cuts is told, with how much is missing', async () => {
  const area = field(10, 'ab')
  await userEvent.paste('123456789')
  expect(area.value).toBe('ab12345678')
  expect(await said()).toEqual([
    'Le texte collé est trop long : ce champ a 10 caractères au plus, et le dernier caractère n’a pas été repris.',
  ])
})

it('[RES-03] one that takes the place of selected words, or has room, is not', async () => {
  field(10, 'abcdefghij').select()
  await userEvent.paste('0123456789')
  field(null)
  await userEvent.paste('x'.repeat(5000))
  field(10)
  await userEvent.paste('1234\r\n6789')
  expect(await said()).toEqual([])
})
