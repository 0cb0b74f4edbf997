// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Answers } from '../../../schemas/rules/report-answers.ts'
import type { Question } from '../../../schemas/rules/report-forms.ts'
import { AnswerField } from './answer-field.tsx'

const WIDTH: Question = { id: 'largeur', LIBELLE: 'Largeur', TYPE: 'nombre', OPTIONS: [], REQUIS: false, SI: null }
const NO_PICTURES = {
  add: () => '',
  show: () => undefined,
  get: () => undefined,
  during: async () => undefined,
  isMaking: () => false,
  settled: async () => undefined,
}

function Asked({ onAnswer }: { onAnswer: (value: Answers[string]) => void }) {
  const [value, setValue] = useState<Answers[string]>(undefined)
  return (
    <AnswerField
      question={WIDTH}
      pictures={NO_PICTURES}
      value={value}
      error={undefined}
      onBlur={() => undefined}
      onChange={(next) => {
        setValue(next)
        onAnswer(next)
      }}
    />
  )
}

it.each([
  ['12,5', 12.5],
  ['12,50', 12.5],
  ['1,05', 1.05],
  ['0,5', 0.5],
  ['120', 120],
])('« %s » typed in a number question is %s', async (typed, meant) => {
  const seen: Answers[string][] = []
  render(
    <MantineProvider>
      <Asked onAnswer={(value) => seen.push(value)} />
    </MantineProvider>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Largeur')
  await userEvent.type(input, typed)
  await userEvent.tab()
  expect(seen.at(-1)).toBe(meant)
  expect(input.value).toBe(typed)
  await userEvent.clear(input)
  expect(seen.at(-1)).toBeUndefined()
})
