import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { consoleText as text } from '../../../text/admin/console.ts'
import { useBusy } from '../../../ui/notices/use-busy.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { useCompanyChoice } from '../companies/use-company-choice.ts'
import { adminApi } from '../online/admin-api.ts'
import styles from './console.module.css'
import { ResultTable } from './result-table.tsx'

const Answer = Type.Object({
  rows: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
  more: Type.Boolean(),
})
type Answer = Static<typeof Answer>

/** One SELECT over one company: read-only, five seconds, 500 rows. */
export function QueryPanel() {
  const choice = useCompanyChoice()
  const [sql, setSql] = useState('')
  const { busy, whileBusy } = useBusy()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const run = async (): Promise<void> => {
    setAnswer(null)
    await whileBusy(async () => {
      const body = { sql, company_id: choice.chosen }
      setAnswer(await adminApi.write('POST', '/admin/execute', { data: Answer, body }))
    })
  }
  return (
    <Panel title={text.query}>
      <div className={styles.form}>
        <CompanySelect choice={choice} />
        <Textarea
          size="md"
          label={text.sql}
          description={text.sqlHint}
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={false}
          value={sql}
          onChange={(event) => setSql(event.currentTarget.value)}
        />
        <Button
          size="md"
          loading={busy}
          disabled={sql.trim() === '' || choice.chosen === null}
          onClick={() => void run()}
        >
          {text.read}
        </Button>
      </div>
      {answer !== null && <ResultTable rows={answer.rows} more={answer.more} />}
    </Panel>
  )
}
