import { Radio, Stack } from '@mantine/core'
import { adressesText as text } from '../../text/adresses.ts'
import type { Reach, ReachQuestion } from './use-reach.ts'

interface ReachChoiceProps {
  value: Reach
  question: ReachQuestion
  /** The answer that leaves the others what they have. */
  here: { label: string; hint: string }
  /** The other answer, which names them. */
  everywhere: string
}

/** Below the words of an address that others have too: shown at once when they change, so that nothing is asked when it is saved. */
export function ReachChoice({ value, question, here, everywhere }: ReachChoiceProps) {
  return (
    <Radio.Group label={text.why} value={value} onChange={(next) => question.onAnswer(next as Reach)}>
      <Stack gap={8} mt={8}>
        <Radio size="md" value="ici" label={here.label} description={here.hint} />
        <Radio
          size="md"
          value="partout"
          label={everywhere}
          description={question.complete ? undefined : text.maybeMore}
        />
      </Stack>
    </Radio.Group>
  )
}
