import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { mailText as text } from '../../../text/admin/mail.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { adminApi } from '../online/admin-api.ts'
import styles from './mail.module.css'
import { Rendered } from './template.ts'

const TYPING_MS = 400

export interface PreviewProps {
  id: string
  companyId: string | undefined
  variables: readonly string[]
  /** Another number loads it again. */
  version: number
}

/**
 * The saved mail as the server fills it in: with example values, or those typed here. Shown as its reader sees it; HTML inside a value
 * is shown as text, as in the mail.
 */
export function Preview({ id, companyId, variables, version }: PreviewProps) {
  const [given, setGiven] = useState<Record<string, string>>({})
  const [asked] = useDebouncedValue(given, TYPING_MS)
  const filled = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
  const mail = useLoad(`preview ${id} ${companyId} ${version} ${JSON.stringify(filled)}`, () =>
    adminApi.write('POST', `/admin/mailtemplates/${encodeURIComponent(id)}/preview`, {
      data: Rendered,
      body: { variables: filled },
      query: companyId === undefined ? undefined : { company_id: companyId },
    }),
  )
  return (
    <Panel title={text.preview}>
      <LoadedView loaded={mail}>
        {({ subject, text: body, html }) => (
          <>
            <h3 className={styles.subject}>{subject}</h3>
            <div className={styles.body}>{body}</div>
            <details className={styles.source}>
              <summary>{text.source}</summary>
              <pre>{html}</pre>
            </details>
          </>
        )}
      </LoadedView>
      <div className={styles.given}>
        {variables.map((name) => (
          <TextInput
            key={name}
            size="sm"
            label={text.valueOf(name)}
            value={given[name] ?? ''}
            autoComplete="off"
            onChange={(event) => {
              const { value } = event.currentTarget
              setGiven((known) => ({ ...known, [name]: value }))
            }}
          />
        ))}
      </div>
    </Panel>
  )
}
