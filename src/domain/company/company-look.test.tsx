// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { valuesOf } from '../../forms/form-values.ts'
import { asEntity } from '../online/answers.ts'
import { type OnlineFormState, useOnlineForm } from '../online/use-online-form.ts'
import { company } from './company-entity.ts'
import { LookPictures } from './company-look.tsx'
import { usePictures } from './use-pictures.ts'

const entity = asEntity(company)
const RECORD = { id: 'c', NOM: 'Menuiserie', LOGO: '/files/logo.png', BACKGROUND: null }

it('[SET-02] a picture that was hung is taken down, and one that was only chosen is given up first', async () => {
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = () => undefined
  let based: OnlineFormState['based'] = () => ({})
  function Form() {
    const state = useOnlineForm({ entity, record: RECORD, initial: valuesOf(entity, RECORD), draftKey: 'look' })
    based = state.based
    return <LookPictures form={state.form} pictures={usePictures()} />
  }
  const { container } = render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  )
  const shown = () => [...container.querySelectorAll('img')].map((one) => one.getAttribute('src'))
  const [logo] = container.querySelectorAll<HTMLInputElement>('input[type="file"]')
  if (!logo) throw new Error('no field')
  // The background has no picture: nothing to take down.
  expect(screen.getAllByRole('button', { name: /^Retirer/ })).toHaveLength(1)
  await userEvent.upload(logo, new File(['x'], 'logo.png', { type: 'image/png' }))
  expect(shown()).toEqual(['blob:chosen'])
  await userEvent.click(screen.getByRole('button', { name: 'Retirer : logo' }))
  expect(shown()).toEqual(['/files/logo.png'])
  expect(based()).toEqual({})
  await userEvent.click(screen.getByRole('button', { name: 'Retirer : logo' }))
  expect(shown()).toEqual([])
  expect(based()).toEqual({ LOGO: null, _base: { LOGO: '/files/logo.png' } })
})
