import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as Type from 'typebox'
import { consoleText as text } from '../../../text/admin/console.ts'
import { Select } from '../../../ui/controls/choices.tsx'
import { useBusy } from '../../../ui/notices/use-busy.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { useCompanyChoice } from '../companies/use-company-choice.ts'
import { adminApi } from '../online/admin-api.ts'
import type { Command } from './command.ts'
import styles from './console.module.css'
import { Output } from './output.tsx'

const Answer = Type.Object({ result: Type.Unknown() })
const COMPANY = 'company_id'

/** One of the named commands, with its arguments. */
export function CommandPanel({ commands }: { commands: readonly Command[] }) {
  const choice = useCompanyChoice()
  const [name, setName] = useState(commands[0]?.name ?? '')
  const [given, setGiven] = useState<Record<string, string>>({})
  const { busy, whileBusy } = useBusy()
  const [result, setResult] = useState<unknown>(undefined)
  const command = commands.find((one) => one.name === name)
  if (!command) return null

  const others = command.args.filter((arg) => arg !== COMPANY)
  const run = async (): Promise<void> => {
    setResult(undefined)
    await whileBusy(async () => {
      const args = {
        ...(command.args.includes(COMPANY) ? { company_id: choice.chosen ?? '' } : {}),
        ...Object.fromEntries(others.map((arg) => [arg, given[arg] ?? ''])),
      }
      const { result: answer } = await adminApi.write('POST', '/admin/execute', {
        data: Answer,
        body: { command: name, args },
      })
      setResult(answer)
    })
  }

  return (
    <Panel title={text.commands}>
      <div className={styles.form}>
        <Select
          size="md"
          label={text.command}
          description={command.summary}
          value={name}
          allowDeselect={false}
          onChange={(next) => next !== null && setName(next)}
          data={commands.map((one) => ({ value: one.name, label: one.name }))}
        />
        {command.args.includes(COMPANY) && <CompanySelect choice={choice} />}
        {others.map((arg) => (
          <TextInput
            key={arg}
            size="md"
            label={arg}
            autoComplete="off"
            value={given[arg] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget
              setGiven((known) => ({ ...known, [arg]: value }))
            }}
          />
        ))}
        <Button size="md" loading={busy} onClick={() => void run()}>
          {text.run}
        </Button>
      </div>
      {result !== undefined && <Output value={result} />}
    </Panel>
  )
}
