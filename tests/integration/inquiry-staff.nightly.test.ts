import './inquiry-staff.test'
