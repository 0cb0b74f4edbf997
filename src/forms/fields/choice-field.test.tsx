// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { entityOf } from '../../../schemas/resources.ts'
import { ResourceField } from './resource-field.tsx'

it('[DAY-10 absence] a repetition that is not chosen says that there is none', () => {
  render(
    <MantineProvider env="test">
      <ResourceField entity={entityOf('absence')} name="REPETITION" values={{}} onChange={() => {}} />
    </MantineProvider>,
  )
  expect(screen.getByPlaceholderText('Une seule fois')).toBeDefined()
})
