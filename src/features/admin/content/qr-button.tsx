import { Button } from '@mantine/core'
import { IconCopy, IconDownload, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { CompanyName } from '../../../domain/company/company-entity.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { contentText } from '../../../text/admin/content.ts'
import { downloadText } from '../../../ui/format/csv.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { QrCode, qrSvg } from '../../../ui/page/qr-code.tsx'
import { Sheet } from '../../../ui/page/sheet.tsx'
import { adminApi } from '../online/admin-api.ts'
import styles from './content.module.css'
import { shortAddress } from './short-link.ts'

/** The QR code of a short link: shows it, copies its address, downloads it for a poster. */
export function QrButton({ slug, companyId }: { slug: string; companyId: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconQrcode size={18} />}
        aria-label={contentText.qrOf(slug)}
        onClick={() => setOpened(true)}
      >
        {contentText.qr}
      </Button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={contentText.qrTitle(slug)} size="sm">
        {opened && <QrSheet slug={slug} companyId={companyId} />}
      </Sheet>
    </>
  )
}

function QrSheet({ slug, companyId }: { slug: string; companyId: string }) {
  const company = useLoad(companyId, (signal) =>
    adminApi.one(`/admin/company/${encodeURIComponent(companyId)}`, CompanyName, { signal }),
  )
  return (
    <LoadedView loaded={company}>
      {({ key }) => {
        const address = shortAddress({ slug, companyKey: key }, window.location)
        const copy = async (): Promise<void> => {
          await navigator.clipboard.writeText(address).then(
            () => notices.success(contentText.copied),
            () => notices.error(contentText.notCopied),
          )
        }
        return (
          <div className={styles.qrSheet}>
            <QrCode text={address} label={contentText.qrTitle(slug)} className={styles.qr} />
            <a href={address} target="_blank" rel="noreferrer" className={styles.address}>
              {address}
            </a>
            <div className={styles.qrActions}>
              <Button variant="default" leftSection={<IconCopy size={18} />} onClick={() => void copy()}>
                {contentText.copy}
              </Button>
              <Button
                leftSection={<IconDownload size={18} />}
                onClick={() => downloadText(`${slug}.svg`, qrSvg(address), 'image/svg+xml')}
              >
                {contentText.download}
              </Button>
            </div>
          </div>
        )
      }}
    </LoadedView>
  )
}
