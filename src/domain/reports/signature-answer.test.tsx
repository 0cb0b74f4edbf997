// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render } from '@testing-library/react'
import { type Ref, useImperativeHandle } from 'react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { SignatureAnswer } from './picture-answer.tsx'

const pad = vi.hoisted(() => ({
  sign: (_isSigned: boolean): void => undefined,
  /** Ends the making of each picture that was asked for, in the order of the strokes. */
  made: [] as ((bytes: Uint8Array) => void)[],
}))
vi.mock('../signature/signature-pad.tsx', () => ({
  SignaturePad: ({ ref, onSigned }: { ref: Ref<object>; onSigned: (isSigned: boolean) => void }) => {
    pad.sign = onSigned
    useImperativeHandle(ref, () => ({ toImage: () => new Promise((resolve) => pad.made.push(resolve)) }))
    return null
  },
}))

const show = () => {
  const answers: unknown[] = []
  pad.made = []
  render(
    <MantineProvider theme={theme} env="test">
      <SignatureAnswer
        question={{ id: 'q', LIBELLE: 'Accord', TYPE: 'signature', OPTIONS: [], REQUIS: true, SI: null }}
        value={undefined}
        onChange={(value) => answers.push(value)}
        onBlur={() => undefined}
        error={undefined}
        pictures={{
          add: ([first]) => `image-${first}`,
          show: () => undefined,
          get: () => undefined,
          during: async (work) => void (await work),
          isMaking: () => false,
          settled: async () => undefined,
        }}
      />
    </MantineProvider>,
  )
  return answers
}
const make = (at: number) => act(async () => pad.made[at]?.(Uint8Array.of(at)))

it('[DAY-11 reports] a signature that is cleared while its picture is being made is no answer', async () => {
  const answers = show()
  pad.sign(true)
  pad.sign(false)
  await make(0)
  expect(answers).toEqual([undefined])
})

it('[DAY-11 reports] the picture of all strokes is the answer, also where that of the first one is ready last', async () => {
  const answers = show()
  pad.sign(true)
  pad.sign(true)
  await make(1)
  await make(0)
  expect(answers).toEqual(['image-1'])
})
