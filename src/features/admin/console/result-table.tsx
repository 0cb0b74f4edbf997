import { Button, Text } from '@mantine/core'
import { csvText } from '../../../../schemas/csv.ts'
import { consoleText as text } from '../../../text/admin/console.ts'
import { EMPTY } from '../../../text/words.ts'
import { downloadText } from '../../../ui/format/csv.ts'
import styles from './console.module.css'

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return EMPTY
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The rows of a query, to read and to download. */
export function ResultTable({ rows, more }: { rows: readonly Record<string, unknown>[]; more: boolean }) {
  const names = Object.keys(rows[0] ?? {})
  if (rows.length === 0) return <Text role="status">{text.noRow}</Text>
  const table = [names, ...rows.map((row) => names.map((name) => row[name]))]
  return (
    <>
      <div className={styles.result}>
        <span role="status">{text.rows(rows.length, more)}</span>
        <Button variant="default" onClick={() => downloadText('lecture.csv', csvText(table))}>
          {text.csv}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling sideways needs the keyboard too */}
      <section className={styles.scroll} tabIndex={0} aria-label={text.result}>
        <table>
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={JSON.stringify(row)}>
                {names.map((name) => (
                  <td key={name}>{cell(row[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
