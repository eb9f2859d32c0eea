import './publish-schema.test'
