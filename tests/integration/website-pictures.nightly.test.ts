import './website-pictures.test'
