// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { champOf, type Question } from '../../../schemas/rules/report-forms.ts'
import { theme } from '../../ui/theme.ts'
import { FormBuilder } from './form-builder.tsx'
import { checkForm } from './form-fields.tsx'
import { FormPreview } from './form-preview.tsx'

let built: readonly Question[]
const HEAT: Question = {
  id: 'chauffage',
  LIBELLE: 'Chauffage',
  TYPE: 'choix',
  OPTIONS: ['Gaz', 'Bois'],
  REQUIS: false,
  SI: null,
}

function Builder() {
  const [questions, setQuestions] = useState<Question[]>([
    HEAT,
    { ...HEAT, id: 'surface', LIBELLE: 'Surface', TYPE: 'nombre', OPTIONS: [] },
  ])
  built = questions
  return (
    <MantineProvider theme={theme} env="test">
      <FormBuilder questions={questions} onChange={setQuestions} />
      <FormPreview title="Visite" questions={questions} />
    </MantineProvider>
  )
}

const preview = () => within(screen.getByLabelText('Aperçu sur un téléphone'))
const press = (name: string) => fireEvent.click(screen.queryByLabelText(name) ?? screen.getByText(name))
/** By the list of that input, not by role: in a page with many elements, roles take seconds. */
const chooseIn = (input: HTMLElement, name: string): void => {
  act(() => input.focus())
  fireEvent.click(input)
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  if (!list) throw new Error('the list is not open')
  fireEvent.click(within(list).getByText(name))
}
const choose = (label: string, name: string): void =>
  chooseIn(screen.getByLabelText(label, { selector: 'input' }), name)

beforeEach(() => {
  render(<Builder />)
})

it('[SET-04 forms] (builder) a new question appears in the preview as it is written, with its kind and options', () => {
  press('Ajouter une question')
  const input = screen.getByLabelText(/^Question/, { selector: 'input' })
  expect(document.activeElement).toBe(input)
  fireEvent.change(input, { target: { value: 'Pièces' } })
  expect(preview().getByLabelText('Pièces')).toBeTruthy()
  choose('Type de réponse', 'Choix multiples')
  fireEvent.change(screen.getByLabelText(/^Options/), { target: { value: 'Salon\n Cave \n' } })
  fireEvent.click(screen.getByLabelText('Réponse obligatoire'))
  expect(built.at(-1)).toMatchObject({ TYPE: 'choix_multiple', OPTIONS: ['Salon', 'Cave'], REQUIS: true })
  expect(preview().getByLabelText('Cave')).toBeTruthy()
})

it('[SET-04 preview] (builder) a question asked on one answer is hidden in the preview until that answer is given', () => {
  press('Modifier la question : Surface')
  choose('Quand la poser', 'Selon la réponse à « Chauffage »')
  choose('Réponse attendue', 'Bois')
  expect(built[1]?.SI).toEqual({ CHAMP: 'chauffage', VALEUR: 'Bois' })
  expect(preview().queryByLabelText('Surface')).toBeNull()
  chooseIn(preview().getByLabelText('Chauffage', { selector: 'input' }), 'Bois')
  expect(preview().getByLabelText('Surface')).toBeTruthy()
})

it('[SET-04 forms] (builder) questions move by the keyboard, which keeps its place', async () => {
  screen.getByLabelText('Monter : Surface').focus()
  await userEvent.keyboard('{Enter}')
  expect(built.map(({ id }) => id)).toEqual(['surface', 'chauffage'])
  // At the top the button is disabled: the other one of the row has the focus.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Descendre : Surface')
  expect(screen.getByText('« Surface » en position 1 sur 2')).toBeTruthy()
  press('Retirer la question : Surface')
  expect(built.map(({ id }) => id)).toEqual(['chauffage'])
})

it('[SET-04 forms] (builder) a form that is longer than a report may keep is not saved, and says why', () => {
  const long = Array.from({ length: 20 }, (_, n) => ({
    ...HEAT,
    id: `q${n}`,
    OPTIONS: Array.from({ length: 30 }, (_, i) => `${i} ${'x'.repeat(110)}`),
  }))
  cleanup()
  render(
    <MantineProvider theme={theme} env="test">
      <FormBuilder questions={long} onChange={() => undefined} />
    </MantineProvider>,
  )
  const said = 'Ce formulaire est trop long : retirez des questions ou des options'
  expect(screen.getByRole('alert').textContent).toBe(said)
  expect(checkForm({ CHAMPS: long.map(champOf) }).CHAMPS).toBe(said)
})

it.each(['Choix', 'Choix multiples'])(
  '[SET-04 forms] (builder) an option begins like another one while it is typed, in a preview that was tried: %s',
  (kind) => {
    chooseIn(preview().getByLabelText('Chauffage', { selector: 'input' }), 'Bois')
    press('Modifier la question : Chauffage')
    choose('Type de réponse', kind)
    // « Gaz », then « Gaz naturel »: for a moment two lines are the same.
    fireEvent.change(screen.getByLabelText(/^Options/), { target: { value: 'Gaz\nBois\nGaz' } })
    fireEvent.change(screen.getByLabelText(/^Options/), { target: { value: 'Gaz\nBois\nGaz naturel' } })
    expect(built[0]?.OPTIONS).toEqual(['Gaz', 'Bois', 'Gaz naturel'])
    expect(preview().getByText('Gaz naturel')).toBeTruthy()
  },
)
