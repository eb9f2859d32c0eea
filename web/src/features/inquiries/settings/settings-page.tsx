import { usePageTitle } from '#ui/page-title'
import { InquirySettings } from './settings-form'

/** Where inquiries go and what visitors receive; admins only. */
export function SettingsPage() {
  usePageTitle('Inquiry settings')
  return (
    <>
      <h2 className="text-2xl">Inquiry settings</h2>
      <InquirySettings />
    </>
  )
}
