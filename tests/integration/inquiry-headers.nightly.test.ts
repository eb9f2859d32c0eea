import './inquiry-headers.test'
