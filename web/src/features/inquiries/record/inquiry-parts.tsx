export { InquiryDesk } from './inquiry-desk'
export { PrivacyPart } from './privacy-part'
