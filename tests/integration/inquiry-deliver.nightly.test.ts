import './inquiry-deliver.test'
