import './work-for-several.test'
