import { Button, FileButton } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { companiesText as text } from '../../text/admin/companies.ts'
import styles from './company-look.module.css'

export interface PictureFieldProps {
  label: string
  hint: string
  /** The stored picture, or the one that was just chosen. */
  url: string | null
  onChoose: (file: File) => void
  /** Takes down what is shown. */
  onRemove: () => void
  error?: string | undefined
}

/** A picture of the company: shows the present one, takes another one from this computer, or none. */
export function PictureField({ label, hint, url, onChoose, onRemove, error }: PictureFieldProps) {
  return (
    <div className={styles.picture}>
      <span className={styles.pictureName}>{label}</span>
      <div className={styles.frame}>
        {url === null ? text.noPicture : <img src={url} alt={text.pictureOf(label)} />}
      </div>
      <div className={styles.pictureButtons}>
        <FileButton accept="image/png,image/jpeg" onChange={(file) => file && onChoose(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={18} />}>
              {text.choose(label)}
            </Button>
          )}
        </FileButton>
        {url === null ? null : (
          <Button
            variant="subtle"
            color="rouge"
            leftSection={<IconTrash size={18} />}
            aria-label={text.removeOf(label)}
            onClick={onRemove}
          >
            {text.remove}
          </Button>
        )}
      </div>
      <span className={styles.hint} role={error === undefined ? undefined : 'alert'}>
        {error ?? hint}
      </span>
    </div>
  )
}
